// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AuthState } from "@/auth/user";
import { toasts } from "@/ui/toast/toastStore";
import { queryClient } from "@/api/queryClient";
import { aPlace } from "@/places/aPlace.fixture";
import { likesQuery } from "./queries";
import { LikeButton } from "./LikeButton";

/** Who is signed in, as the tests have it. */
const identity = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  const page = {
    state: { kind: "signedOut" } as AuthState,
    become(state: AuthState) {
      page.state = state;
      for (const listener of listeners) listener();
    },
    current: () => page.state,
    known: async () => page.state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return page;
});
vi.mock("@/auth/authStore", () => identity);
vi.mock("@/auth/apiClient", async () => {
  const { createKarst } = await import("@karst/client");
  return { apiClient: createKarst({ origin: "http://guide.test" }) };
});

const PLACE = aPlace({ id: 7, name: "Hang Én" });
/** The server: what is liked, and how the next toggle is answered. */
let liked: number[];
const toggled = vi.fn<(businessId: number) => Promise<Response> | Response>();
const listed = vi.fn();

beforeEach(() => {
  liked = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (path === "/api/user/likes/toggle") {
      return toggled(((await request.json()) as { businessId: number }).businessId);
    }
    listed();
    return Response.json(liked.map((id) => aPlace({ id })));
  });
});

afterEach(() => {
  act(() => identity.become({ kind: "signedOut" }));
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

const pressed = () => screen.getAllByRole("button").map((heart) => heart.getAttribute("aria-pressed"));
const press = () => fireEvent.click(screen.getAllByRole("button", { name: "Save Hang Én" })[0]!);

function signInAs(uid: string): void {
  const user = { uid, email: "", displayName: "", photoURL: null, role: "viewer", isActive: true } as const;
  act(() => identity.become({ kind: "signedIn", user: { ...user, firstName: "Linh", lastName: "Tran" } }));
}

/** Each test signs another account in, because the query cache outlives a test. */
async function signIn(uid: string): Promise<void> {
  signInAs(uid);
  await waitFor(() => expect(listed).toHaveBeenCalled());
}

test("row 81: a stranger is asked to sign in, no call is made, and the heart stays as it was", async () => {
  render(<LikeButton place={PLACE} />);
  press();
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: "Please sign in",
      text: "You need to be signed in to like businesses",
      tone: "destructive",
    }),
  );
  expect(pressed()).toEqual(["false"]);
  expect(toggled).not.toHaveBeenCalled();
  expect(listed).not.toHaveBeenCalled();
});

test("row 80: two hearts of one place are one, lit by what somebody likes, and dark when they leave", async () => {
  render(
    <>
      <LikeButton place={PLACE} />
      <LikeButton place={PLACE} />
    </>,
  );
  liked = [7];
  await signIn("linh");
  await waitFor(() => expect(pressed()).toEqual(["true", "true"]));
  act(() => identity.become({ kind: "signedOut" }));
  expect(pressed()).toEqual(["false", "false"]);
});

test("a list that another part of the page has loaded lights the heart, and the first press removes the like", async () => {
  queryClient.setQueryData(likesQuery("thao").queryKey, [aPlace({ id: 7 })]);
  render(<LikeButton place={PLACE} />);
  signInAs("thao");
  await waitFor(() => expect(pressed()).toEqual(["true"]));
  expect(listed).not.toHaveBeenCalled();
  toggled.mockResolvedValue(Response.json({ businessId: 7, isLiked: false, likeCount: 0 }));
  press();
  await waitFor(() => expect(listed).toHaveBeenCalledTimes(1));
  expect(toggled.mock.calls).toEqual([[7]]);
  expect(pressed()).toEqual(["false"]);
});

test("rows 80, 175: a press lights it before the server answers, and the list is asked for again", async () => {
  render(<LikeButton place={PLACE} />);
  await signIn("mai");
  let answer = (_: Response) => {};
  toggled.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  press();
  await waitFor(() => expect(toggled).toHaveBeenCalledWith(7));
  expect(pressed()).toEqual(["true"]);
  expect(listed).toHaveBeenCalledTimes(1);
  liked = [7];
  answer(Response.json({ businessId: 7, isLiked: true, likeCount: 1 }));
  await waitFor(() => expect(listed).toHaveBeenCalledTimes(2));
  expect(pressed()).toEqual(["true"]);
});

test.each([
  ["tuan", 500, { title: "Error", text: "Failed to update favorite" }],
  ["hoa", 401, { title: "Please sign in", text: "You need to be signed in to like businesses" }],
])(
  "rows 81, 82: %s is refused with %i: the heart goes out again, and it is said",
  async (uid, status, words) => {
    render(<LikeButton place={PLACE} />);
    await signIn(uid);
    toggled.mockImplementation(() => Response.json({ title: "Refused", status }, { status }));
    press();
    await waitFor(() => expect(toasts.current()).toMatchObject({ ...words, tone: "destructive" }));
    expect(pressed()).toEqual(["false"]);
    await waitFor(() => expect(listed).toHaveBeenCalledTimes(2));
  },
);
