// Talking to the server: calls, and the stream of a run's events.

/** A refusal of the server, in its words. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.message || `the server answered ${status}`);
    this.status = status;
    this.hint = problem.hint || "";
  }
}

/** Ask the server. Raise Refusal. */
export async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const options = { method, headers: body === undefined ? {} : { "content-type": "application/json" } };
  if (body !== undefined) options.body = JSON.stringify(body);
  let reply;
  try {
    reply = await fetch(path, options);
  } catch {
    throw new Refusal(0, { message: "the server cannot be reached", hint: "look whether it still runs" });
  }
  const data = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Refusal(reply.status, data.error || {});
  return data;
}

/** Follow a run: entries and progress come in batches. Return a function that ends it. */
export function follow(run, { onEntries, onProgress, onEnd, onTrouble }) {
  const source = new EventSource(`/api/runs/${encodeURIComponent(run)}/events`);
  let entries = [];
  let told = [];
  let timer = 0;
  const deliver = () => {
    timer = 0;
    const [some, more] = [entries, told];
    [entries, told] = [[], []];
    onEntries(some);
    onProgress(more);
  };
  const later = () => { timer ||= setTimeout(deliver, 60); };
  const stop = () => { source.close(); clearTimeout(timer); };
  source.addEventListener("entry", (event) => { entries.push(JSON.parse(event.data)); later(); });
  source.addEventListener("progress", (event) => { told.push(JSON.parse(event.data)); later(); });
  source.addEventListener("end", () => { stop(); deliver(); onEnd(); });
  source.addEventListener("error", () => onTrouble(source.readyState === EventSource.CLOSED));
  source.addEventListener("open", () => onTrouble(null));
  return stop;
}
