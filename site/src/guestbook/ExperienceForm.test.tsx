// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "@/ui/toast/toastStore";
import { anEntry } from "./anEntry.fixture";
import { ExperienceForm } from "./ExperienceForm";

vi.mock("@/auth/apiClient", async () => {
  const { createKarst } = await import("@karst/client");
  return { apiClient: createKarst({ origin: "http://guide.test" }) };
});

const onClose = vi.fn();
const posted = vi.fn<(body: Record<string, unknown>) => Response>();

beforeEach(() => {
  posted.mockImplementation(() =>
    Response.json(anEntry({ status: "pending", isOwn: true }), { status: 201 }),
  );
  vi.stubGlobal("fetch", async (request: Request) =>
    posted((await request.json()) as Record<string, unknown>),
  );
  render(<ExperienceForm place={{ id: 7, name: "Động Phong Nha" }} onClose={onClose} />);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const message = () => screen.getByLabelText<HTMLTextAreaElement>("Your experience");
const send = () => fireEvent.click(screen.getByRole("button", { name: "Share Experience" }));
const described = (element: HTMLElement) =>
  document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent;

test("row 75: ten characters at least, said at the field, which gets the focus; nothing is sent", async () => {
  fireEvent.change(message(), { target: { value: "Too short" } });
  fireEvent.click(screen.getByLabelText("4 Very Good"));
  message().blur();
  send();
  await waitFor(() =>
    expect(described(message())).toBe("Please share at least 10 characters about your experience"),
  );
  await waitFor(() => expect(document.activeElement).toBe(message()));
  expect(message().value).toBe("Too short");
  expect(posted).not.toHaveBeenCalled();
});

test("row 76: a rating is asked for, in five words", async () => {
  expect(screen.getAllByRole("radio").map((radio) => radio.parentElement?.textContent)).toEqual([
    "5 Excellent",
    "4 Very Good",
    "3 Good",
    "2 Fair",
    "1 Poor",
  ]);
  fireEvent.change(message(), { target: { value: "Quiet and cold inside" } });
  send();
  const best = screen.getByLabelText("5 Excellent");
  await waitFor(() => expect(described(best)).toBe("Please rate your experience"));
  await waitFor(() => expect(document.activeElement).toBe(best));
  expect(posted).not.toHaveBeenCalled();
});

test("row 77: what is sent, and what is said afterwards", async () => {
  fireEvent.change(message(), { target: { value: "Quiet and cold inside" } });
  fireEvent.change(screen.getByLabelText("Where you are from (optional)"), { target: { value: "Việt Nam" } });
  fireEvent.click(screen.getByLabelText("4 Very Good"));
  send();
  await waitFor(() => expect(onClose).toHaveBeenCalledWith(true));
  expect(posted.mock.calls[0]![0]).toEqual({
    message: "Quiet and cold inside",
    rating: 4,
    nationality: "Việt Nam",
    relatedPlaceId: 7,
    leaveBlank: "",
    elapsedMs: expect.any(Number) as number,
  });
  expect(toasts.current()).toMatchObject({
    title: "Thank you!",
    text: "Your experience has been shared and will appear after review.",
    tone: "plain",
  });
});

test("row 77: the server's own words, or else ours; what was typed stays", async () => {
  const problem = {
    type: "about:blank",
    title: "Too Many Requests",
    status: 429,
    detail: "Please wait an hour.",
  };
  posted.mockImplementation(() => Response.json(problem, { status: 429 }));
  fireEvent.change(message(), { target: { value: "Quiet and cold inside" } });
  fireEvent.click(screen.getByLabelText("4 Very Good"));
  send();
  await waitFor(() =>
    expect(toasts.current()).toMatchObject({
      title: "Error",
      text: "Please wait an hour.",
      tone: "destructive",
    }),
  );
  expect(message().value).toBe("Quiet and cold inside");
  expect(onClose).not.toHaveBeenCalled();
  posted.mockImplementation(() => new Response("", { status: 502 }));
  send();
  await waitFor(() =>
    expect(toasts.current()?.text).toBe("Failed to share your experience. Please try again."),
  );
});

test("a photo's description is marked as required; without it the field says so once and has the focus", async () => {
  // jsdom has neither.
  Object.assign(URL, { createObjectURL: () => "blob:", revokeObjectURL: () => {} });
  fireEvent.change(message(), { target: { value: "Quiet and cold inside" } });
  fireEvent.click(screen.getByLabelText("4 Very Good"));
  const photo = new File(["mist"], "mist.png", { type: "image/png" });
  fireEvent.change(document.querySelector('input[type="file"]')!, {
    target: { files: [photo] },
  });
  const description = screen.getByLabelText("What does photo 1 show? (required)");
  for (const _ of ["first try", "second try"]) {
    message().focus();
    send();
    await waitFor(() => expect(document.activeElement).toBe(description));
    expect(screen.getAllByText("Please say in a few words what the photo shows")).toEqual([
      document.getElementById(description.getAttribute("aria-describedby")!),
    ]);
  }
  expect(posted).not.toHaveBeenCalled();
});

test("what a program fills in beside the fields of people is told", async () => {
  fireEvent.change(screen.getByLabelText("Leave this field empty"), {
    target: { value: "http://spam.test" },
  });
  fireEvent.change(message(), { target: { value: "Quiet and cold inside" } });
  fireEvent.click(screen.getByLabelText("4 Very Good"));
  send();
  await waitFor(() => expect(posted).toHaveBeenCalled());
  expect(posted.mock.calls[0]![0].leaveBlank).toBe("http://spam.test");
});

test("row 72: Cancel closes it, with nothing sent", () => {
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledWith(false);
  expect(posted).not.toHaveBeenCalled();
});
