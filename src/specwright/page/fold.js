// From the entries of a log to what the page shows. The log is the truth; nothing else is kept.

/** Return the state before the first entry. */
export function begin() {
  return {
    entries: [], started: null, limits: null, stage: "", round: 0, specification: null, plan: null, cases: new Map(),
    candidates: new Map(), rounds: new Map(), revisions: [], warnings: [], bars: [], questions: [], checkers: [],
    requests: 0, tokens: 0, usd: 0, elapsed: 0, result: null, status: "new", scenarios: new Map(), coming: null,
    quality: null, version: 0,
  };
}

/** Take one more entry into the state, and return it. After an entry that sets others aside it is a new one. */
export function fold(state, entry) {
  const { event } = entry;
  if (event.kind === "superseded") {
    const kept = state.entries.filter((one) => one.seq < event.first || one.seq > event.last);
    const renewed = kept.reduce((made, one) => (step(made, one.event, one), made.entries.push(one), made), begin());
    renewed.status = "running";
    renewed.entries.push(entry);
    return renewed;
  }
  step(state, event, entry);
  state.entries.push(entry);
  return state;
}

/** Show what is under way and not kept. */
export function progress(state, told) {
  if (told.kind === "case_finished") {
    const round = roundOf(state, state.round || 1);
    const key = cellKey(told.candidate_id, told.case_id);
    if (!round.cells.get(key)?.outcome) round.cells.set(key, { passed: told.passed });
  } else if (told.kind === "answer_coming") {
    state.coming = told;
  }
}

export const cellKey = (candidate, test) => `${candidate}\n${test}`;

function roundOf(state, number) {
  if (!state.rounds.has(number)) {
    state.rounds.set(number, { number, cells: new Map(), verdict: null, probes: [], native: new Map() });
  }
  return state.rounds.get(number);
}

const STEPS = {
  run_started(state, event, entry) {
    Object.assign(state, { started: event, limits: event.limits, status: "running", at: entry.at });
  },
  stage_entered(state, event) {
    state.stage = event.stage;
    state.round = event.round || state.round;
    state.coming = null;
  },
  specified(state, event) { state.specification = event.specification; },
  planned(state, event) { state.plan = event; },
  tests_written(state, event) {
    for (const test of event.cases) state.cases.set(test.id, test);
    for (const [id, requirement] of Object.entries(event.cites || {})) {
      const known = state.cases.get(id);
      if (known && !known.requirement) state.cases.set(id, { ...known, requirement });
    }
  },
  checker_written(state, event) { state.checkers.push(event.checker); },
  checker_dropped(state, event) {
    state.warnings.push(event.why);
    for (const id of event.cases) state.cases.delete(id);
  },
  scenarios_written(state, event) { for (const one of event.scenarios) state.scenarios.set(one.id, one); },
  candidate_written(state, event) { state.candidates.set(event.candidate.id, event.candidate); },
  executed(state, event) {
    const { cells } = roundOf(state, event.round);
    for (const found of event.execution.results) {
      cells.set(cellKey(event.execution.candidate_id, found.case_id), found);
    }
  },
  tested(state, event) { roundOf(state, event.round || 1).native.set(event.candidate_id, event.report); },
  probed(state, event) { roundOf(state, event.round || 1).probes.push(...event.probes); },
  ruled(state, event) { roundOf(state, event.round).verdict = event.verdict; },
  restored(state, event) {
    state.cases = new Map(event.cases.map((test) => [test.id, test]));
    roundOf(state, event.round).verdict = event.verdict;
  },
  revised(state, event) {
    state.revisions.push(event.revision);
    for (const change of event.revision.revised_test_cases || []) {
      if (change.after) state.cases.set(change.id, change.after);
      else state.cases.delete(change.id);
    }
  },
  barred(state, event) { state.bars.push(...event.bars); },
  warned(state, event) { state.warnings.push(event.text); },
  graded(state, event) { state.quality = event.quality; },
  quarantined(state, event) { for (const test of event.tests) state.cases.delete(test.id); },
  answered(state, event) {
    state.requests += event.requests;
    state.tokens += event.input_tokens + event.output_tokens;
    state.usd = event.usd === null || state.usd === null ? null : state.usd + event.usd;
  },
  user_answered(state, event) { state.questions.push(event); },
  run_ended(state, event) { Object.assign(state, { result: event.result, status: "ended", stage: "" }); },
  run_interrupted(state) { state.status = "interrupted"; },
  run_resumed(state) { Object.assign(state, { status: "running", result: null }); },
};

function step(state, event, entry) {
  STEPS[event.kind]?.(state, event, entry);
  if (event.elapsed) state.elapsed = Math.max(state.elapsed, event.elapsed);
}

/** Return the classes of candidates over the rounds: those whose probabilities are alike share a line. */
export function classes(state) {
  const rounds = [...state.rounds.values()].filter((round) => round.verdict).sort((a, b) => a.number - b.number);
  const lines = new Map();
  for (const id of state.candidates.keys()) {
    const points = rounds.flatMap((round) => {
      const value = round.verdict.candidates[id];
      return value === undefined ? [] : [{ round: round.number, value }];
    });
    if (!points.length) continue;
    const key = points.map((point) => `${point.round}:${point.value.toFixed(3)}`).join(" ");
    if (lines.has(key)) lines.get(key).ids.push(id);
    else lines.set(key, { ids: [id], points });
  }
  return { rounds: rounds.map((round) => round.number), lines: [...lines.values()], last: rounds.at(-1)?.verdict };
}

/** Return the groups of candidates that an input parts, by what they did; one group if they agree. */
export function parting(probe) {
  const groups = new Map();
  for (const [who, found] of Object.entries(probe.outcomes)) {
    if (found.starved) continue;
    const did = probe.accepted?.[who] ? "accepted" : found.ending === "raised" ? "error" : JSON.stringify([found.ending, found.value]);
    if (!groups.has(did)) groups.set(did, { ids: [], outcome: found });
    groups.get(did).ids.push(who);
  }
  return [...groups.values()];
}

/** Return the latest inputs that part candidates, the simplest form of each. */
export function partingInputs(state) {
  const found = new Map();
  for (const round of [...state.rounds.values()].reverse()) {
    for (const probe of round.probes) {
      const simple = probe.simplest || probe;
      const key = JSON.stringify(simple.inputs);
      if (parting(simple).length > 1 && !found.has(key)) found.set(key, { probe: simple, round: round.number });
    }
  }
  return [...found.values()];
}
