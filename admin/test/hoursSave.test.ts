import { act, renderHook, waitFor } from "@testing-library/react";
import type { FormEvent } from "react";
import { describe, expect, it, vi } from "vitest";
import { words } from "../src/businesses/hours/words";
import { toText } from "../src/businesses/shape";
import { useBusinessForm } from "../src/businesses/useBusinessForm";
import { aPlace } from "./things";

vi.mock("../src/form/useDraft", () => ({ useDraft: () => ({ draft: null, forget: () => {} }) }));

/** Ends before it begins: the server reads it, as no day at all. */
const STORED = "Mo-Su 08:00-17:00; 2027 Feb 11-2027 Feb 05 off";

async function submitted(typed: string) {
  const save = vi.fn(async () => ({ isSaved: true as const }));
  const start = { ...toText(aPlace()), operatingHours: STORED };
  const options = { start, form: "PlaceChanges", save, draftName: "test/hours" } as const;
  const { result } = renderHook(() => useBusinessForm(options));
  act(() => result.current.form.setValue("phone", "+84 912 345 678", { shouldDirty: true }));
  act(() => result.current.form.setValue("operatingHours", typed, { shouldDirty: true }));
  await act(async () => result.current.submit({ preventDefault() {} } as FormEvent<HTMLFormElement>));
  const sentence = () => result.current.form.getFieldState("operatingHours").error?.message;
  await waitFor(() => expect(save.mock.calls.length > 0 || sentence() !== undefined).toBe(true));
  return { save, sentence: sentence() };
}

// R209
describe("saving a place with opening hours", () => {
  it("goes on where they are as they were stored", async () => {
    const { save, sentence } = await submitted(STORED);
    expect(sentence).toBeUndefined();
    expect(save).toHaveBeenCalled();
  });

  it("waits for what somebody began to type", async () => {
    const { save, sentence } = await submitted("Mo-Su 08:00-?");
    expect(sentence).toBe(words.incomplete);
    expect(save).not.toHaveBeenCalled();
  });
});
