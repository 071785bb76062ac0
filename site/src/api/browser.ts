/** What a page reads from the content API once it is open: same origin, no credentials. */

/** The JSON answer to a GET under `/api`. Throws `{status}: {body}` when it is refused, as the specification says. */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await ask(path, signal)).json() as Promise<T>;
}

/** A list to its end, which takes as many requests as its `Link`s say. */
export async function getAllPages<T>(path: string): Promise<T[]> {
  const all: T[] = [];
  for (let next: string | undefined = path; next;) {
    const answer: Response = await ask(next);
    all.push(...((await answer.json()) as T[]));
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
  }
  return all;
}

async function ask(path: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(path, { headers: { accept: "application/json" }, credentials: "omit", signal });
  if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.text()) || answer.statusText}`);
  return answer;
}
