// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePosition } from "./usePosition";

const getCurrentPosition = vi.fn<Geolocation["getCurrentPosition"]>();

beforeEach(() => {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("navigator", { geolocation: { getCurrentPosition } });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  getCurrentPosition.mockReset();
});

const open = () => renderHook(() => usePosition()).result;

it("B14: the device is asked when somebody says so, and not before", () => {
  const found = open();
  expect(getCurrentPosition).not.toHaveBeenCalled();
  act(() => found.current.locate());
  expect(found.current.position).toEqual({ status: "asking" });
  const coords = { latitude: 17.6, longitude: 106.3 } as GeolocationCoordinates;
  act(() => getCurrentPosition.mock.calls[0]![0]({ coords } as GeolocationPosition));
  expect(found.current.position).toEqual({
    status: "known",
    spot: { latitude: 17.6, longitude: 106.3 },
    isOwn: true,
  });
});

it.each([
  [1, "denied"],
  [2, "unavailable"],
  [3, "late"],
])("B14: why the device did not say where it is: %s is %s", (code, reason) => {
  const found = open();
  act(() => found.current.locate());
  act(() => getCurrentPosition.mock.calls[0]![1]!({ code } as GeolocationPositionError));
  expect(found.current.position).toEqual({ status: "failed", reason });
});

it("B14: over an insecure connection nothing is asked, and it says why", () => {
  vi.stubGlobal("isSecureContext", false);
  const found = open();
  act(() => found.current.locate());
  expect(found.current.position).toEqual({ status: "failed", reason: "insecure" });
  expect(getCurrentPosition).not.toHaveBeenCalled();
});

it("B14: the centre of the map does instead, and is not taken for the traveller", () => {
  const found = open();
  act(() => found.current.measureFrom({ latitude: 17.48, longitude: 106.45 }));
  expect(found.current.position).toMatchObject({ status: "known", isOwn: false });
});
