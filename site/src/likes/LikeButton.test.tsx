// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AuthState } from "@/auth/user";
import { toasts } from "@/ui/toast/toastStore";
import { queryClient } from "@/api/queryClient";
import { aPlace } from "@/places/aPlace.fixture";
import { likesQuery } from "./queries";
import { LikeButton } from "./LikeButton";

/** The authentication state of the tests. */
const authStore = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  const store = {
    state: { kind: "signedOut" } as AuthState,
    setState(state: AuthState) {
      store.state = state;
      for (const listener of listeners) listener();
    },
    getAuthState: () => store.state,
    whenAuthResolved: async () => store.state,
    subscribeToAuth(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return store;
});
vi.mock("@/auth/authStore", () => authStore);
vi.mock("@/auth/apiClient", async () => {
  const { createApiClient } = await import("@karst/client");
  return { apiClient: createApiClient({ origin: "http://guide.test" }) };
});

const PLACE = aPlace({ id: 7, name: "Hang Én" });
/** The server: the liked places and the response to the next toggle. */
let likedIds: number[];
const toggleRequest = vi.fn<(businessId: number) => Promise<Response> | Response>();
const listRequest = vi.fn();

beforeEach(() => {
  likedIds = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (path === "/api/user/likes/toggle") {
      return toggleRequest(((await request.json()) as { businessId: number }).businessId);
    }
    listRequest();
    return Response.json(likedIds.map((id) => aPlace({ id })));
  });
});

afterEach(() => {
  act(() => authStore.setState({ kind: "signedOut" }));
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

const pressedStates = () => screen.getAllByRole("button").map((heart) => heart.getAttribute("aria-pressed"));
const press = () => fireEvent.click(screen.getAllByRole("button", { name: "Save Hang Én" })[0]!);

function signInAs(uid: string): void {
  const user = { uid, email: "", displayName: "", photoURL: null, role: "viewer", isActive: true } as const;
  act(() => authStore.setState({ kind: "signedIn", user: { ...user, firstName: "Linh", lastName: "Tran" } }));
}

/** Each test signs another account in, because the query cache outlives a test. */
async function signIn(uid: string): Promise<void> {
  signInAs(uid);
  await waitFor(() => expect(listRequest).toHaveBeenCalled());
}

// R81
test("without an account a heart asks for a sign-in, makes no call and stays as it was", async () => {
  render(<LikeButton place={PLACE} />);
  press();
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: "Please sign in",
      text: "You need to be signed in to like businesses",
      tone: "destructive",
    }),
  );
  expect(pressedStates()).toEqual(["false"]);
  expect(toggleRequest).not.toHaveBeenCalled();
  expect(listRequest).not.toHaveBeenCalled();
});

// R80
test("two hearts of a place share the account's like, and are empty after the sign-out", async () => {
  render(
    <>
      <LikeButton place={PLACE} />
      <LikeButton place={PLACE} />
    </>,
  );
  likedIds = [7];
  await signIn("linh");
  await waitFor(() => expect(pressedStates()).toEqual(["true", "true"]));
  act(() => authStore.setState({ kind: "signedOut" }));
  expect(pressedStates()).toEqual(["false", "false"]);
});

test("a list that another part of the page has loaded fills the heart, and a click removes the like", async () => {
  queryClient.setQueryData(likesQuery("thao").queryKey, [aPlace({ id: 7 })]);
  render(<LikeButton place={PLACE} />);
  signInAs("thao");
  await waitFor(() => expect(pressedStates()).toEqual(["true"]));
  expect(listRequest).not.toHaveBeenCalled();
  toggleRequest.mockResolvedValue(Response.json({ businessId: 7, isLiked: false, likeCount: 0 }));
  press();
  await waitFor(() => expect(listRequest).toHaveBeenCalledTimes(1));
  expect(toggleRequest.mock.calls).toEqual([[7]]);
  expect(pressedStates()).toEqual(["false"]);
});

// R80, R175
test("a click fills the heart before the server responds, and the list is refetched", async () => {
  render(<LikeButton place={PLACE} />);
  await signIn("mai");
  let respond = (_: Response) => {};
  toggleRequest.mockImplementation(() => new Promise((resolve) => (respond = resolve)));
  press();
  await waitFor(() => expect(toggleRequest).toHaveBeenCalledWith(7));
  expect(pressedStates()).toEqual(["true"]);
  expect(listRequest).toHaveBeenCalledTimes(1);
  likedIds = [7];
  respond(Response.json({ businessId: 7, isLiked: true, likeCount: 1 }));
  await waitFor(() => expect(listRequest).toHaveBeenCalledTimes(2));
  expect(pressedStates()).toEqual(["true"]);
});

// R81, R82
test.each([
  ["tuan", 500, { title: "Error", text: "Failed to update favorite" }],
  ["hoa", 401, { title: "Please sign in", text: "You need to be signed in to like businesses" }],
])(
  "after a refusal of %s with %i the heart is empty again, and a toast says why",
  async (uid, status, texts) => {
    render(<LikeButton place={PLACE} />);
    await signIn(uid);
    toggleRequest.mockImplementation(() => Response.json({ title: "Refused", status }, { status }));
    press();
    await waitFor(() => expect(toasts.current()).toMatchObject({ ...texts, tone: "destructive" }));
    expect(pressedStates()).toEqual(["false"]);
    await waitFor(() => expect(listRequest).toHaveBeenCalledTimes(2));
  },
);

/** A server that toggles `likedIds`. */
function toggleOnServer() {
  toggleRequest.mockImplementation((id) => {
    const isLiked = !likedIds.includes(id);
    likedIds = isLiked ? [id] : [];
    return Response.json({ businessId: id, isLiked, likeCount: likedIds.length });
  });
}

test("the last of several quick clicks decides, with one request at a time", async () => {
  render(<LikeButton place={PLACE} />);
  await signIn("lan");
  let inFlight = 0;
  toggleOnServer();
  const respond = toggleRequest.getMockImplementation()!;
  toggleRequest.mockImplementation(async (id) => {
    expect(++inFlight).toBe(1);
    await Promise.resolve();
    inFlight -= 1;
    return respond(id);
  });
  for (const state of ["true", "false", "true"]) {
    press();
    await waitFor(() => expect(pressedStates()).toEqual([state]));
  }
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(pressedStates()).toEqual(["true"]);
  expect(likedIds).toEqual([7]);
});

test("a like from another device does not invert a click", async () => {
  render(<LikeButton place={PLACE} />);
  await signIn("minh");
  toggleOnServer();
  likedIds = [7];
  press();
  await waitFor(() => expect(toggleRequest).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(pressedStates()).toEqual(["true"]);
  expect(likedIds).toEqual([7]);
});

test("a like that the server confirmed after the last list stays, if no newer list arrives", async () => {
  render(
    <>
      <LikeButton place={PLACE} />
      <LikeButton place={aPlace({ id: 8, name: "Hang Va" })} />
    </>,
  );
  await signIn("khoa");
  let respond = (_: Response) => {};
  toggleRequest.mockImplementation((id) =>
    id === 7
      ? new Promise((resolve) => (respond = resolve))
      : Response.json({ businessId: id, isLiked: true, likeCount: 1 }),
  );
  press();
  await waitFor(() => expect(toggleRequest).toHaveBeenCalledWith(7));
  likedIds = [8];
  fireEvent.click(screen.getByRole("button", { name: "Save Hang Va" }));
  await waitFor(() => expect(listRequest).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(queryClient.isMutating()).toBe(1));
  listRequest.mockImplementationOnce(() => {
    throw new TypeError("offline");
  });
  respond(Response.json({ businessId: 7, isLiked: true, likeCount: 1 }));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(pressedStates()).toEqual(["true", "true"]);
});

test("if the list cannot be refetched, the server's last state stays", async () => {
  render(<LikeButton place={PLACE} />);
  await signIn("quang");
  toggleOnServer();
  listRequest.mockImplementation(() => {
    throw new TypeError("offline");
  });
  press();
  await waitFor(() => expect(listRequest).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(pressedStates()).toEqual(["true"]);
});

test("after a sign-out a late refusal shows no toast", async () => {
  render(<LikeButton place={PLACE} />);
  await signIn("vy");
  toasts.dismissCurrent();
  let respond = (_: Response) => {};
  toggleRequest.mockImplementation(() => new Promise((resolve) => (respond = resolve)));
  press();
  await waitFor(() => expect(toggleRequest).toHaveBeenCalled());
  act(() => authStore.setState({ kind: "signedOut" }));
  expect(pressedStates()).toEqual(["false"]);
  respond(Response.json({ title: "Unauthorized", status: 401 }, { status: 401 }));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(toasts.current()?.isOpen).not.toBe(true);
});
