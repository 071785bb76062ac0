/** What a page reads from the content API once it is open: same origin, no credentials. */

/** The JSON answer to a GET under `/api`. Throws `{status}: {body}` when it is refused, as the specification says. */
export async function read<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(path, { headers: { accept: "application/json" }, credentials: "omit", signal });
  if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.text()) || answer.statusText}`);
  return answer.json() as Promise<T>;
}
