import { bodyOf, type FactorForm, type LeaveForm, type PasswordForm, type ProfileForm } from "@karst/client";
import { karst, session } from "../api";
import { fileName, type NamedFile } from "../kit/download";

/** What one does with one's own account. */
export const own = {
  profile: () => bodyOf(karst.GET("/api/auth/account")),
  change: (body: ProfileForm) => bodyOf(karst.PUT("/api/auth/account", { body })),
  remove: (body: LeaveForm) => karst.DELETE("/api/auth/account", { body }),
  sendVerification: () => karst.POST("/api/auth/verification"),

  /** Every session ends; the one that begins with the answer is this one's. */
  async changePassword(body: PasswordForm): Promise<void> {
    await session.take(await bodyOf(karst.PUT("/api/auth/password", { body })));
  },

  sessions: () => bodyOf(karst.GET("/api/auth/sessions")),
  endSession: (id: string) => karst.DELETE("/api/auth/sessions/{id}", { params: { path: { id } } }),
  signOutEverywhere: () => karst.POST("/api/auth/sign-out-everywhere"),

  offerFactor: (body: FactorForm) => bodyOf(karst.POST("/api/auth/second-factor", { body })),
  async confirmFactor(code: string): Promise<string[]> {
    const answer = await bodyOf(karst.POST("/api/auth/second-factor/confirm", { body: { code } }));
    return answer.recoveryCodes;
  },
  removeFactor: (body: LeaveForm) => karst.DELETE("/api/auth/second-factor", { body }),

  async exported(): Promise<NamedFile> {
    const answer = karst.GET("/api/auth/account/export", { parseAs: "blob" });
    const { headers } = (await answer).response;
    return { blob: await bodyOf(answer), name: fileName(headers.get("Content-Disposition"), "account.json") };
  },
};
