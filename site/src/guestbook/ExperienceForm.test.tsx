// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "@/ui/toast/toastStore";
import { anEntry } from "./anEntry.fixture";
import { ExperienceForm } from "./ExperienceForm";

vi.mock("@/auth/apiClient", async () => {
  const { createApiClient } = await import("@karst/client");
  return { apiClient: createApiClient({ origin: "http://guide.test" }) };
});

const onClose = vi.fn();
const postRequest = vi.fn<(body: Record<string, unknown>) => Response>();

beforeEach(() => {
  postRequest.mockImplementation(() =>
    Response.json(anEntry({ status: "pending", isOwn: true }), { status: 201 }),
  );
  vi.stubGlobal("fetch", async (request: Request) =>
    postRequest((await request.json()) as Record<string, unknown>),
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
const descriptionOf = (element: HTMLElement) =>
  document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent;

// R75
test("a message of less than ten characters is an error at the field, which gets the focus", async () => {
  fireEvent.change(message(), { target: { value: "Too short" } });
  fireEvent.click(screen.getByLabelText("4 Very Good"));
  message().blur();
  send();
  await waitFor(() =>
    expect(descriptionOf(message())).toBe("Please share at least 10 characters about your experience"),
  );
  await waitFor(() => expect(document.activeElement).toBe(message()));
  expect(message().value).toBe("Too short");
  expect(postRequest).not.toHaveBeenCalled();
});

// R76
test("a rating is required and has five labels", async () => {
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
  await waitFor(() => expect(descriptionOf(best)).toBe("Please rate your experience"));
  await waitFor(() => expect(document.activeElement).toBe(best));
  expect(postRequest).not.toHaveBeenCalled();
});

// R77
test("an experience is sent and confirmed", async () => {
  fireEvent.change(message(), { target: { value: "Quiet and cold inside" } });
  fireEvent.change(screen.getByLabelText("Where are you from? (optional)"), {
    target: { value: "Việt Nam" },
  });
  fireEvent.click(screen.getByLabelText("4 Very Good"));
  send();
  await waitFor(() => expect(onClose).toHaveBeenCalledWith(true));
  expect(postRequest.mock.calls[0]![0]).toEqual({
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

// R77
test("a failure shows the server's message or a general one, and the values stay", async () => {
  const problem = {
    type: "about:blank",
    title: "Too Many Requests",
    status: 429,
    detail: "Please wait an hour.",
  };
  postRequest.mockImplementation(() => Response.json(problem, { status: 429 }));
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
  postRequest.mockImplementation(() => new Response("", { status: 502 }));
  send();
  await waitFor(() =>
    expect(toasts.current()?.text).toBe("Failed to share your experience. Please try again."),
  );
});

test("a photo without a description is an error at its field, which gets the focus", async () => {
  // Missing in jsdom.
  Object.assign(URL, { createObjectURL: () => "blob:", revokeObjectURL: () => {} });
  fireEvent.change(message(), { target: { value: "Quiet and cold inside" } });
  fireEvent.click(screen.getByLabelText("4 Very Good"));
  const photo = new File(["mist"], "mist.png", { type: "image/png" });
  fireEvent.change(document.querySelector('input[type="file"]')!, {
    target: { files: [photo] },
  });
  const description = screen.getByLabelText("What does photo 1 show? (required)");
  for (const _attempt of [1, 2]) {
    message().focus();
    send();
    await waitFor(() => expect(document.activeElement).toBe(description));
    expect(screen.getAllByText("Please describe the photo in a few words")).toEqual([
      document.getElementById(description.getAttribute("aria-describedby")!),
    ]);
  }
  expect(postRequest).not.toHaveBeenCalled();
});

test("the value of the honeypot is sent", async () => {
  fireEvent.change(screen.getByLabelText("Leave this field blank"), {
    target: { value: "http://spam.test" },
  });
  fireEvent.change(message(), { target: { value: "Quiet and cold inside" } });
  fireEvent.click(screen.getByLabelText("4 Very Good"));
  send();
  await waitFor(() => expect(postRequest).toHaveBeenCalled());
  expect(postRequest.mock.calls[0]![0].leaveBlank).toBe("http://spam.test");
});

// R72
test("Cancel closes the form and sends nothing", () => {
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledWith(false);
  expect(postRequest).not.toHaveBeenCalled();
});
