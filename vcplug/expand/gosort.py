"""The order in which Go's sort.Sort leaves things that compare equal.

The controller sorts tasks by priority with it. Up to twelve it keeps equal ones in their order; beyond, it is a
pattern-defeating quicksort, which does not, but is deterministic: the same steps here give the same order.
"""

from __future__ import annotations

from collections.abc import Sequence

_INSERTION = 12
"""the longest range that is sorted by insertion"""
_LONG = 50
"""from here on nine items vote for the pivot, and a range that is nearly sorted is mended"""
_MENDED = 5
_MASK = (1 << 64) - 1


def order(keys: Sequence[int]) -> list[int]:
    """Positions of the keys, smallest first, as sort.Sort would leave them."""
    run = _Run(keys)
    run.sort(0, len(keys), len(keys).bit_length())
    return run.at


class _Run:
    """One call; `at` holds positions, compared by their keys."""

    def __init__(self, keys: Sequence[int]) -> None:
        self.keys = keys
        self.at = list(range(len(keys)))
        self.turned = 0
        """pairs found in the wrong order while the pivot was chosen"""

    def less(self, one: int, other: int) -> bool:
        return self.keys[self.at[one]] < self.keys[self.at[other]]

    def swap(self, one: int, other: int) -> None:
        self.at[one], self.at[other] = self.at[other], self.at[one]

    def sort(self, low: int, high: int, patience: int) -> None:
        balanced = partitioned = True
        while high - low > _INSERTION:
            length = high - low
            if not patience:
                return self.heap(low, length)
            if not balanced:
                self.scatter(low, length)
                patience -= 1
            pivot = self.pivot(low, length)
            falling = self.turned == 12
            if falling:
                self.at[low:high] = reversed(self.at[low:high])
                pivot = high - 1 - (pivot - low)
            if balanced and partitioned and (falling or not self.turned) and self.mend(low, high):
                return None
            if low and not self.less(low - 1, pivot):
                low = self.split_equal(low, high, pivot)
                continue
            middle, partitioned = self.split(low, high, pivot)
            balanced = min(middle - low, high - middle) >= length // 8
            if middle - low < high - middle:
                self.sort(low, middle, patience)
                low = middle + 1
            else:
                self.sort(middle + 1, high, patience)
                high = middle
        self.at[low:high] = sorted(self.at[low:high], key=self.keys.__getitem__)
        return None

    def pivot(self, low: int, length: int) -> int:
        self.turned = 0
        three = [low + length // 4 * part for part in (1, 2, 3)]
        if length >= _LONG:
            three = [self.median(place - 1, place, place + 1) for place in three]
        return self.median(*three)

    def median(self, one: int, two: int, three: int) -> int:
        one, two = self.in_order(one, two)
        two, three = self.in_order(two, three)
        return self.in_order(one, two)[1]

    def in_order(self, one: int, two: int) -> tuple[int, int]:
        if self.less(two, one):
            self.turned += 1
            return two, one
        return one, two

    def split(self, low: int, high: int, pivot: int) -> tuple[int, bool]:
        """Smaller ones to the left of the pivot: its new place, and whether nothing had to move."""
        self.swap(low, pivot)
        left, right, moved = low + 1, high - 1, False
        while True:
            while left <= right and self.less(left, low):
                left += 1
            while left <= right and not self.less(right, low):
                right -= 1
            if left > right:
                break
            self.swap(left, right)
            left, right, moved = left + 1, right - 1, True
        self.swap(right, low)
        return right, not moved

    def split_equal(self, low: int, high: int, pivot: int) -> int:
        """Those equal to the pivot to the left, in a range without smaller ones: where the larger ones begin."""
        self.swap(low, pivot)
        left, right = low + 1, high - 1
        while True:
            while left <= right and not self.less(low, left):
                left += 1
            while left <= right and self.less(low, right):
                right -= 1
            if left > right:
                return left
            self.swap(left, right)
            left, right = left + 1, right - 1

    def mend(self, low: int, high: int) -> bool:
        """Whether the range is sorted, perhaps after a few moves."""
        place = low + 1
        for _ in range(_MENDED):
            while place < high and not self.less(place, place - 1):
                place += 1
            if place == high:
                return True
            if high - low < _LONG:
                return False
            self.swap(place, place - 1)
            back = place - 1
            while place - low >= 2 and back >= 1 and self.less(back, back - 1):
                self.swap(back, back - 1)
                back -= 1
            on = place + 1
            while high - place >= 2 and on < high and self.less(on, on - 1):
                self.swap(on, on - 1)
                on += 1
        return False

    def scatter(self, low: int, length: int) -> None:
        """Three items change places with ones drawn by a fixed generator."""
        drawn = length
        for place in range(low + length // 4 * 2 - 1, low + length // 4 * 2 + 2):
            drawn ^= drawn << 13 & _MASK
            drawn ^= drawn >> 7
            drawn ^= drawn << 17 & _MASK
            other = drawn & ((1 << length.bit_length()) - 1)
            self.swap(place, low + (other - length if other >= length else other))

    def heap(self, low: int, length: int) -> None:
        for root in range((length - 1) // 2, -1, -1):
            self.sink(root, length, low)
        for end in range(length - 1, -1, -1):
            self.swap(low, low + end)
            self.sink(0, end, low)

    def sink(self, root: int, end: int, low: int) -> None:
        while (child := 2 * root + 1) < end:
            if child + 1 < end and self.less(low + child, low + child + 1):
                child += 1
            if not self.less(low + root, low + child):
                return
            self.swap(low + root, low + child)
            root = child
