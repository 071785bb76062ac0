import { ProviderError, type components } from "@karst/client";

export type FederatedProvider = components["schemas"]["Federated"];

/** On this channel the provider's way back tells the page that opened it how it went. */
const CHANNEL = "karst-sign-in";
const WIDTH_PX = 500;
const HEIGHT_PX = 600;
/** A window that closes has spoken just before, and what it said may still be on its way. */
const GRACE_MS = 1_000;

/**
 * Signs in with `provider` in a window of its own, and waits until that says how it went. Afterwards the browser holds
 * the refresh cookie. Throws a [`ProviderError`] when it did not go well, was closed, or may not open.
 */
export async function signInWithPopup(provider: FederatedProvider): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  let watch: ReturnType<typeof setInterval> | undefined;
  try {
    const popup = open(
      `/api/auth/federated/${provider}/start?returnTo=/`,
      CHANNEL,
      `popup,width=${WIDTH_PX},height=${HEIGHT_PX},left=${centred(screenX, outerWidth, WIDTH_PX)},top=${centred(screenY, outerHeight, HEIGHT_PX)}`,
    );
    if (!popup) throw new ProviderError("popup-blocked");
    await new Promise<void>((resolve, reject) => {
      channel.onmessage = ({ data }: MessageEvent<{ ok: boolean; code?: string }>) =>
        data.ok ? resolve() : reject(new ProviderError(data.code ?? "unknown"));
      watch = setInterval(() => {
        if (!popup.closed) return;
        clearInterval(watch);
        setTimeout(() => reject(new ProviderError("popup-closed-by-user")), GRACE_MS);
      }, 250);
    });
  } finally {
    clearInterval(watch);
    channel.close();
  }
}

function centred(start: number, room: number, size: number): number {
  return Math.round(start + Math.max(0, (room - size) / 2));
}
