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

/** Loaded when a passkey is used: no page needs this code to be shown. */

/** Whether a ceremony ended without a fault: the person closed it, took too long, or started another one. */
export function isCeremonyClosed(error: unknown): boolean {
  const { name } = error as { name?: string };
  return name === "NotAllowedError" || name === "AbortError";
}

/** Whether a ceremony failed because this device has a passkey of this account already. */
export function isKnownDevice(error: unknown): boolean {
  return (error as { name?: string }).name === "InvalidStateError";
}

/** Whether this browser offers passkeys in a field's autofill. */
export const canAutofill = browserSupportsWebAuthnAutofill;

export function closeCeremony(): void {
  WebAuthnAbortService.cancelCeremony();
}

async function optionsFrom<T>(path: string, body?: object): Promise<T> {
  return (await api<{ options: T }>(path, { method: "POST", body })).options;
}

/**
 * Signs in with a passkey; with `challenge` it is the second factor of that sign-in.
 * @param autofill waits until the person chooses one in the autofill of the address field, as long as that is wanted
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
  // It would close the ceremony that the button has begun meanwhile.
  if (autofill && !autofill.isWanted()) throw new DOMException("not wanted any more", "AbortError");
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill !== undefined });
  return signInAt("/v2/auth/passkeys/sign-in", { challenge, credential });
}

/** Asks for the options to create a passkey, which takes a recent reauthentication. */
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

/** Proves again who is signed in. */
export async function proveByPasskey(): Promise<void> {
  const optionsJSON = await optionsFrom<PublicKeyCredentialRequestOptionsJSON>(
    "/v2/auth/passkeys/reauthenticate",
  );
  const passkey = await startAuthentication({ optionsJSON });
  await api("/v2/auth/reauthenticate", { method: "POST", body: { passkey } });
}
