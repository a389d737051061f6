# SPDX-License-Identifier: BSD-3-Clause
"""How far a launch is, from the records that it has written so far. Pure: records in, facts out."""

from __future__ import annotations

from dataclasses import dataclass, field

from strobe.records import lines

# A cell that has had its least number of visits and still goes on counts as this much done.
NEARLY = 0.9


@dataclass
class Progress:
    """The state of launch number `launch`; `feed` takes the file's records in their order."""

    launch: int
    header: lines.RunRecord | None = None
    planned: int = 0
    budget_s: float = 0.0
    kernels: dict[str, str] = field(default_factory=dict)
    visits: dict[str, int] = field(default_factory=dict)
    samples: dict[str, int] = field(default_factory=dict)
    measured_s: dict[str, float] = field(default_factory=dict)
    ends: dict[str, lines.CellEndRecord] = field(default_factory=dict)
    visiting: str | None = None
    end: lines.EndRecord | None = None
    fraction_before: float = 0.0  # what earlier starts of this launch had done
    _ended_before: set[str] = field(default_factory=set)
    _failed: str | None = None  # the cell that failed, if nothing has been measured since
    _mine: bool = False

    def feed(self, record: lines.Record) -> None:
        """Take the next record into account; those of other launches are passed over."""
        if isinstance(record, lines.RunRecord):
            self._mine = record.launch == self.launch
            if self._mine:
                self.header, self.end, self.visiting, self._failed = record, None, None, None
                self.fraction_before = self.fraction
                self._ended_before = set(self.ends)
        elif self._mine:
            self._feed_own(record)

    def _feed_own(self, record: lines.Record) -> None:
        match record:
            case lines.PlanRecord():
                self.planned, self.budget_s = record.cells, record.budget_s
            case lines.CellRecord():
                self.kernels[record.cell] = record.kernel
            case lines.VisitRecord():
                self.visiting = record.cell
            case lines.SamplesRecord():
                cell, times = record.cell, record.time_s
                self.visits[cell] = self.visits.get(cell, 0) + 1
                self.samples[cell] = self.samples.get(cell, 0) + len(times)
                spent_s = sum(times) * record.repetitions
                self.measured_s[cell] = self.measured_s.get(cell, 0.0) + spent_s
                self.visiting, self._failed = None, None
            case lines.CellEndRecord():
                self.ends[record.cell] = record
                self.visiting = None
                self._failed = record.cell if record.status == "failed" else None
            case lines.EndRecord():
                self.end = record
            case _:
                pass

    @property
    def cells(self) -> int:
        """Cells of the launch as known now; refinement adds to the plan."""
        return max(self.planned, len(self.kernels))

    @property
    def done(self) -> int:
        """Cells that have ended, however they did."""
        return len(self.ends)

    @property
    def hung(self) -> lines.CellEndRecord | None:
        """The cell that has hung since the latest start of the launch: it is the launch's last."""
        fresh = (end for cell, end in self.ends.items() if cell not in self._ended_before)
        return next((end for end in fresh if end.status == "hung"), None)

    @property
    def remaining(self) -> int:
        """Cells that have not ended."""
        return self.cells - self.done

    @property
    def has_results(self) -> bool:
        """Whether a cell has ended with samples; where none has, no axis is refined."""
        return any(end.status not in ("failed", "hung") for end in self.ends.values())

    @property
    def kernel(self) -> str:
        """The kernel that is being visited; empty before the first visit."""
        return self.kernels.get(self.visiting, "") if self.visiting is not None else ""

    @property
    def fraction(self) -> float:
        """The part of the work that is done, in [0, 1].

        The bench goes round its cells, so most of them end late: a cell that goes on counts by its
        visits against the least number that it needs.
        """
        if self.header is None or self.cells == 0:
            return 0.0
        needed = max(1, self.header.options.visits_min)
        going = sum(
            min(NEARLY, visits / needed)
            for cell, visits in self.visits.items()
            if cell not in self.ends
        )
        return min(1.0, (self.done + going) / self.cells)

    @property
    def died_in(self) -> str | None:
        """The cell in which a launch that died now died; None between two cells.

        A surviving rank may see the death as an error of MPI. It ends its cell and visits the next
        one, which nobody can measure any more: the death belongs to the cell that failed.
        """
        return self._failed or self.visiting

    def given_up(self, status: lines.Status, reason: str) -> lines.CellEndRecord | None:
        """The record that ends the cell in which the launch died or hung; None if it has one."""
        cell = self.visiting if status == "hung" else self.died_in
        if cell is None or cell == self._failed:
            return None
        visits, samples = self.visits.get(cell, 0), self.samples.get(cell, 0)
        measured_s = self.measured_s.get(cell, 0.0)
        return lines.CellEndRecord(cell, status, reason, visits, samples, measured_s)

    def left_s(self, elapsed_s: float) -> float | None:
        """Seconds until the launch ends, from its pace so far and its budget; None if unknown."""
        gained = self.fraction - self.fraction_before
        if gained <= 0:
            return None
        by_pace = elapsed_s * (1 - self.fraction) / gained
        if self.budget_s <= 0:
            return by_pace
        return min(by_pace, max(0.0, self.budget_s - elapsed_s))
