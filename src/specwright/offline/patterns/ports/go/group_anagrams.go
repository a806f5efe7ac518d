package solution

import "sort"

// GroupAnagrams returns the words in groups that use the same letters, in the order of their first word.
func GroupAnagrams(words []string) [][]string {
	groups := [][]string{}
	places := map[string]int{}
	for _, word := range words {
		letters := []rune(word)
		sort.Slice(letters, func(i, j int) bool { return letters[i] < letters[j] })
		place, known := places[string(letters)]
		if !known {
			place = len(groups)
			places[string(letters)] = place
			groups = append(groups, []string{})
		}
		groups[place] = append(groups[place], word)
	}
	return groups
}
