import { unwrap, type SecondFactorRequest, type PasswordConfirmation } from "@karst/client";
import { karst } from "../api";

/** What one does with one's own account in the console. */
export const own = {
  profile: () => unwrap(karst.GET("/api/auth/account")),

  offerFactor: (body: SecondFactorRequest) => unwrap(karst.POST("/api/auth/second-factor", { body })),
  async confirmFactor(code: string): Promise<string[]> {
    const answer = await unwrap(karst.POST("/api/auth/second-factor/confirm", { body: { code } }));
    return answer.recoveryCodes;
  },
  removeFactor: (body: PasswordConfirmation) => karst.DELETE("/api/auth/second-factor", { body }),
};
