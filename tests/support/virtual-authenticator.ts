import type { CDPSession, Page } from "@playwright/test";

export type VirtualAuthenticator = { cdp: CDPSession; id: string };

/**
 * Plugs an authenticator into the page's browser, which then needs no finger.
 * @param resident whether it stores passkeys itself, so that they sign in without an address
 */
export async function plugIn(page: Page, { resident = true } = {}): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: resident ? "internal" : "usb",
      hasResidentKey: resident,
      hasUserVerification: resident,
      isUserVerified: resident,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

export async function credentialsOf({ cdp, id }: VirtualAuthenticator) {
  return (await cdp.send("WebAuthn.getCredentials", { authenticatorId: id })).credentials;
}

/** Sets the counter of its only passkey, as a copy of it would have one. */
export async function setCounter(authenticator: VirtualAuthenticator, signCount: number): Promise<void> {
  const { cdp, id } = authenticator;
  const [credential] = await credentialsOf(authenticator);
  await cdp.send("WebAuthn.clearCredentials", { authenticatorId: id });
  await cdp.send("WebAuthn.addCredential", {
    authenticatorId: id,
    credential: { ...credential!, signCount },
  });
}

/** Takes passkeys out of the address field's autofill, so that only the button signs in. */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (!("PublicKeyCredential" in window)) return;
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    // Newer browsers are asked here first.
    Reflect.deleteProperty(PublicKeyCredential, "getClientCapabilities");
  });
}
