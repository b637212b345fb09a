import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { api } from "@/lib/browser/api";
import type { LoginResponse } from "./contract";
import type { PasskeyInfo } from "./passkey-contract";
import { signInAt } from "./session.client";

/** Loaded on first use: no page needs it to render. */

/** Whether a ceremony ended normally: it was cancelled, timed out or was replaced by another one. */
export function isCeremonyClosed(error: unknown): boolean {
  const { name } = error as { name?: string };
  return name === "NotAllowedError" || name === "AbortError";
}

/** Whether a ceremony failed because this device already has a passkey for this account. */
export function isKnownDevice(error: unknown): boolean {
  return (error as { name?: string }).name === "InvalidStateError";
}

/** Whether this browser supports conditional UI (passkeys in autofill). */
export const canAutofill = browserSupportsWebAuthnAutofill;

export function closeCeremony(): void {
  WebAuthnAbortService.cancelCeremony();
}

async function optionsFrom<T>(path: string, body?: object): Promise<T> {
  return (await api<{ options: T }>(path, { method: "POST", body })).options;
}

/**
 * Signs in with a passkey; with `challenge` it is the second factor of that sign-in.
 * @param autofill waits until the person selects a passkey in the autofill of the address field, until aborted
 */
export async function signInWithPasskey({
  challenge,
  autofill,
}: {
  challenge?: string | undefined;
  autofill?: { isWanted: () => boolean };
}): Promise<LoginResponse> {
  const optionsJSON = await optionsFrom<PublicKeyCredentialRequestOptionsJSON>("/v2/auth/passkeys/options", {
    challenge,
  });
  // It would abort the ceremony that the button has started in the meantime.
  if (autofill && !autofill.isWanted()) throw new DOMException("not wanted any more", "AbortError");
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill !== undefined });
  return signInAt("/v2/auth/passkeys/sign-in", { challenge, credential });
}

/** Fetches the options to create a passkey; requires a recent reauthentication. */
export function passkeyCreationOptions(): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return optionsFrom("/v2/auth/passkeys/registration");
}

export async function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
  name: string,
): Promise<PasskeyInfo> {
  const credential = await startRegistration({ optionsJSON });
  return api<PasskeyInfo>("/v2/auth/passkeys", { method: "POST", body: { name, credential } });
}

/** Reauthenticates with a passkey. */
export async function proveByPasskey(): Promise<void> {
  const optionsJSON = await optionsFrom<PublicKeyCredentialRequestOptionsJSON>(
    "/v2/auth/passkeys/reauthenticate",
  );
  const passkey = await startAuthentication({ optionsJSON });
  await api("/v2/auth/reauthenticate", { method: "POST", body: { passkey } });
}
