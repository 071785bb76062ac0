/** The JSON of a public GET under `/api`, without credentials. A failure throws `{status}: {body}` (R44). */
export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await fetchApi(path, signal)).json() as Promise<T>;
}

/** All items of a list, following its `Link` headers to the last page. */
export async function getAllPages<T>(path: string): Promise<T[]> {
  const items: T[] = [];
  for (let next: string | undefined = path; next;) {
    const response: Response = await fetchApi(next);
    items.push(...((await response.json()) as T[]));
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  }
  return items;
}

async function fetchApi(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, {
    headers: { accept: "application/json" },
    credentials: "omit",
    signal,
  });
  if (!response.ok) throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`);
  return response;
}
