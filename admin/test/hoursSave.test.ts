import { act, renderHook, waitFor } from "@testing-library/react";
import type { FormEvent } from "react";
import { describe, expect, it, vi } from "vitest";
import { toText } from "../src/businesses/shape";
import { useBusinessForm } from "../src/businesses/useBusinessForm";
import { t } from "../src/messages/openingHours.gen";
import { aPlace } from "./things";

vi.mock("../src/form/useUnsavedCopy", () => ({ useUnsavedCopy: () => ({ copy: null, forget: () => {} }) }));

/** A range that ends before it begins: the server accepts it and reads no day. */
const STORED = "Mo-Su 08:00-17:00; 2027 Feb 11-2027 Feb 05 off";

async function submitted(typed: string) {
  const save = vi.fn(async () => ({ isSaved: true as const }));
  const start = { ...toText(aPlace()), operatingHours: STORED };
  const options = { start, form: "PlaceChanges", save, copyName: "test/hours" } as const;
  const { result } = renderHook(() => useBusinessForm(options));
  act(() => result.current.form.setValue("phone", "+84 912 345 678", { shouldDirty: true }));
  act(() => result.current.form.setValue("operatingHours", typed, { shouldDirty: true }));
  await act(async () => result.current.submit({ preventDefault() {} } as FormEvent<HTMLFormElement>));
  const message = () => result.current.form.getFieldState("operatingHours").error?.message;
  await waitFor(() => expect(save.mock.calls.length > 0 || message() !== undefined).toBe(true));
  return { save, message: message() };
}

// R209
describe("saving a place with opening hours", () => {
  it("accepts stored hours that are unchanged", async () => {
    const { save, message } = await submitted(STORED);
    expect(message).toBeUndefined();
    expect(save).toHaveBeenCalled();
  });

  it("rejects incomplete hours", async () => {
    const { save, message } = await submitted("Mo-Su 08:00-?");
    expect(message).toBe(t("incomplete"));
    expect(save).not.toHaveBeenCalled();
  });
});
