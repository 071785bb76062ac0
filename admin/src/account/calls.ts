import { bodyOf, type SecondFactorRequest, type PasswordConfirmation } from "@karst/client";
import { karst } from "../api";

/** What one does with one's own account in the console. */
export const own = {
  profile: () => bodyOf(karst.GET("/api/auth/account")),

  offerFactor: (body: SecondFactorRequest) => bodyOf(karst.POST("/api/auth/second-factor", { body })),
  async confirmFactor(code: string): Promise<string[]> {
    const answer = await bodyOf(karst.POST("/api/auth/second-factor/confirm", { body: { code } }));
    return answer.recoveryCodes;
  },
  removeFactor: (body: PasswordConfirmation) => karst.DELETE("/api/auth/second-factor", { body }),
};
