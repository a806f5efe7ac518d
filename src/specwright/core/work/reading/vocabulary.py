"""The words by which people state an example, in the languages in which problems are written."""

from __future__ import annotations

from typing import Final

from specwright.core.work.reading.found import words

RESULT: Final = words(
    "return returns returned returning give gives gave giving yield yields yielded produce produces produced output "
    "outputs become becomes became evaluate evaluates result results come comes get gets got make makes "
    "expect expects expected answer answers want wanted need needs turn turns turned convert converts converted map "
    "maps mapped transform transforms transformed shorten shortens shortened print prints printed show shows shown "
    "stay stays remain remains should must shall will would becoming be desired ergibt gibt liefert zurück "
    "zurückgeben ergebnis ausgabe wird soll sollte erwartet renvoie renvoyer retourne retourner donne donner doit "
    "résultat sortie vaut devient devuelve devolver debe retorna resultado salida da restituisce restituire deve "
    "risultato diventa dà saída devolve geeft wordt zwraca wynik daje ger blir returnerar ska возвращает вернёт "
    "вернет вернуть возвращать должна должен должно результат ответ равен равна получится даёт дает "
    "返回 应返回 得到 输出 結果"
)
"""Words that stand between what goes in and what comes out."""
COPULA: Final = words("equal equals is are was be es ist sind est sont è sono é są são это jest är er zijn it's that's")
ERROR: Final = words("raise raises raised throw throws thrown error errors exception fail fails fehler wirft lève")
DENIAL: Final = words("not isn't aren't doesn't don't never no nicht kein keine pas non ne nie не niet n't neither")
REASON: Final = words("because since as weil denn da car puisque porque perché want omdat bo потому так why")
JOINS: Final = words("and or et und y e en och i и while whereas but")
LEAD: Final = words(
    "for given if when with say take having have has like of pour si avec für wenn bei mit para con dla для при если "
    "per dato voor als med för gegeben sei 如果 若 对于 说 input inputs string number list array word sentence "
    "year from"
)
"""Words before what goes in."""
EXAMPLE: Final = words(
    "example examples eg e.g. i.e. instance sample samples beispiel beispiele beispielaufrufe exemple exemples "
    "ejemplo ejemplos esempio esempi exemplo exemplos пример примеры например przykład voorbeeld voorbeelden exempel "
    "例 例如 示例 예시 예 z.b. test tests testing case cases"
)
WRONG: Final = words("bug actual actually currently wrong wrongly incorrectly")
"""Words of a report about a mistake: a result that is merely stated there is the mistaken one."""
WANTED: Final = words("expected expect should must want wanted needs need supposed ought desired")
CONDITION: Final = words(
    "than least most up under over above below between divisible multiple multiples every each first last"
)
