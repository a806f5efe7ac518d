"""Each part of a package is weighed by itself, and the package is as sure as its least sure part."""

from __future__ import annotations

from specwright.core.evidence.outcome import CaseResult, Ending, Execution, Outcome
from specwright.core.evidence.ruling import Decision
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Item, ItemKind
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.scenario import Scenario, ScenarioResult
from specwright.core.work.task import Requirement
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.pipeline.judging.parts import NATIVE, arbitrate, evidence_by_part, weakest_part

INT = Type.parse("int")
SIGNATURE = Signature(name="f", params=(Parameter(name="n", type=INT),), returns=INT)
PLAN = Blueprint(
    name="p",
    summary="s",
    surface=(
        Item(kind=ItemKind.FUNCTION, name="f", summary="s", signature=SIGNATURE),
        Item(kind=ItemKind.CLASS, name="A", summary="s", usage="u"),
    ),
    requirements=(Requirement(id="R1", text="t"),),
)
CANDIDATES = tuple(Candidate(id=f"c{at}", code=f"# {at}", language="python", origin="m") for at in (1, 2, 3))


def package_state(passing: dict[str, bool], scenarios: int = 4, tests: int = 3) -> PackageState:
    """Three candidates that all do the same on f; by id, whether each passes the native tests."""
    cases = tuple(
        TestCase(id=f"f.t{n}", name="t", inputs={"n": n}, expected=Returns(value=n * n), tier=Tier.GUESS, function="f")
        for n in range(12)
    )
    executions = tuple(
        Execution(
            candidate_id=who.id,
            isolated=True,
            function="f",
            results=tuple(
                CaseResult(case_id=case.id, passed=True, outcome=Outcome(ending=Ending.RETURNED, value=n * n))
                for n, case in enumerate(cases)
            ),
        )
        for who in CANDIDATES
    )
    function_state = FunctionState(
        specification=PLAN.function("f"), cases=cases, candidates=CANDIDATES, executions=executions, function="f"
    )
    native = tuple(Scenario(id=f"n{n}", name=f"s{n}", item="A", text="text of it") for n in range(scenarios))
    results = {
        who.id: tuple(
            ScenarioResult(scenario_id=one.id, passed=passing[who.id] or at > 0, tests=tests)
            for at, one in enumerate(native)
        )
        for who in CANDIDATES
    }
    return PackageState(
        blueprint=PLAN,
        function_states={"f": function_state},
        scenarios=native,
        candidates=CANDIDATES,
        scenario_results=results,
        items=("f", "A"),
    )


def test_what_is_right_in_every_part_is_accepted() -> None:
    verdict = arbitrate(package_state({"c1": True, "c2": True, "c3": True}))
    assert (verdict.decision, verdict.chosen) == (Decision.ACCEPT, "c1")
    assert verdict.rulings == ()
    assert any(reason.startswith("f: ") for reason in verdict.reasons)
    assert any(reason.startswith(f"{NATIVE}: ") for reason in verdict.reasons)


def test_the_package_is_as_sure_as_its_least_sure_part() -> None:
    thin = package_state({"c1": True, "c2": True, "c3": True}, scenarios=1, tests=1)
    verdict = arbitrate(thin)
    assert verdict.decision is Decision.GO_ON
    assert weakest_part(thin, verdict) == NATIVE
    thick = package_state({"c1": True, "c2": True, "c3": True})
    assert verdict.confidence < arbitrate(thick).confidence


def test_the_candidate_that_alone_passes_the_native_tests_is_chosen() -> None:
    verdict = arbitrate(package_state({"c1": False, "c2": True, "c3": False}))
    assert verdict.chosen == "c2"


def test_the_candidate_that_alone_passes_the_users_example_is_chosen_whatever_the_native_tests_say() -> None:
    found = package_state({"c1": True, "c2": False, "c3": True}, scenarios=8)
    failed = tuple(result.model_copy(update={"passed": False}) for result in found.scenario_results["c2"])
    found = found.model_copy(update={"scenario_results": {**found.scenario_results, "c2": failed}})
    of_f = found.function_states["f"]
    user = TestCase(
        id="f.u", name="u", inputs={"n": 50}, expected=Returns(value=9), tier=Tier.USER, function="f", source="user"
    )
    executions = tuple(
        execution.model_copy(
            update={
                "results": (
                    *execution.results,
                    CaseResult(
                        case_id="f.u",
                        passed=execution.candidate_id == "c2",
                        outcome=Outcome(ending=Ending.RETURNED, value=9 if execution.candidate_id == "c2" else 2500),
                    ),
                )
            }
        )
        for execution in of_f.executions
    )
    of_f = of_f.model_copy(update={"cases": (*of_f.cases, user), "executions": executions})
    verdict = arbitrate(found.with_function("f", of_f))
    assert verdict.chosen == "c2"
    assert verdict.decision is Decision.GO_ON


def test_a_native_test_about_a_function_belongs_to_that_functions_part() -> None:
    found = package_state({"c1": True, "c2": True, "c3": True})
    about = tuple(one.model_copy(update={"item": "f"}) for one in found.scenarios)
    parts = evidence_by_part(found.model_copy(update={"scenarios": about}))
    assert set(parts) == {"f"}
    assert {claim.id for claim in parts["f"].claims} >= {"n0", "f.t0"}


def test_without_any_test_nothing_is_chosen() -> None:
    empty = PackageState(blueprint=PLAN, candidates=CANDIDATES, items=("A",))
    verdict = arbitrate(empty)
    assert (verdict.decision, verdict.chosen) == (Decision.ABSTAIN, None)
