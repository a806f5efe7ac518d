package solution

// IsLeapYear tells whether year is a leap year of the Gregorian calendar.
func IsLeapYear(year int) bool {
	return year%4 == 0 && (year%100 != 0 || year%400 == 0)
}
