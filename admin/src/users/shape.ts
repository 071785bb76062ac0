import type { UserRequest, UserResponse } from "@karst/client";

/** The values of the form of a user. */
export interface UserText {
  firstName: string;
  lastName: string;
  email: string;
  role: UserResponse["role"];
  isActive: boolean;
}

/** The form values of a user, or of an empty form with the defaults of the API. */
export function toText(user?: Partial<UserResponse>): UserText {
  return {
    firstName: user?.firstName ?? "",
    lastName: user?.lastName ?? "",
    email: user?.email ?? "",
    role: user?.role ?? "viewer",
    isActive: user?.isActive ?? true,
  };
}

/** The request of these form values. */
export function toForm({ firstName, lastName, email, role, isActive }: UserText): UserRequest {
  return { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), role, isActive };
}

/** The full name of a user, or the email address if they have none. */
export function fullName({
  firstName,
  lastName,
  email,
}: Pick<UserResponse, "firstName" | "lastName" | "email">) {
  return `${firstName} ${lastName}`.trim() || email;
}
