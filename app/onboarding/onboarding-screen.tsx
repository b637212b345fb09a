"use client";

import type { ReactNode } from "react";
import { VerifyForm } from "@/components/auth/verify-form";
import { OnboardingFlow } from "@/components/onboarding/onboarding-flow";
import type { Me } from "@/lib/people/user-contract";

/** Composes two features: the onboarding flow and its verification form. */
export function OnboardingScreen({
  me,
  terms,
  outboxOpen,
  logo,
}: {
  me: Me;
  terms: number;
  outboxOpen: boolean;
  logo: ReactNode;
}) {
  return (
    <OnboardingFlow
      me={me}
      terms={terms}
      logo={logo}
      emailStep={({ email, onVerified }) => (
        <VerifyForm email={email} outboxOpen={outboxOpen} onVerified={onVerified} />
      )}
    />
  );
}
