/** The steps of onboarding v1, in order (specification, section 3). */
export const ONBOARDING_STEPS = ["email_verified", "consent_v1", "profile_min"] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

export type Onboarding = {
  version: "v1";
  state: "in_progress" | "completed";
  required: OnboardingStep[];
  completed: OnboardingStep[];
  missing: OnboardingStep[];
  isOnboarded: boolean;
};

type OnboardingFacts = {
  emailVerifiedAt: Date | null;
  consentVersion: string | null;
  profileCompletedAt: Date | null;
};

/** Derives the onboarding record from the stored facts. */
export function computeOnboarding(facts: OnboardingFacts): Onboarding {
  const done: Record<OnboardingStep, boolean> = {
    email_verified: facts.emailVerifiedAt !== null,
    consent_v1: facts.consentVersion === "v1",
    profile_min: facts.profileCompletedAt !== null,
  };
  const completed = ONBOARDING_STEPS.filter((step) => done[step]);
  const missing = ONBOARDING_STEPS.filter((step) => !done[step]);
  return {
    version: "v1",
    state: missing.length === 0 ? "completed" : "in_progress",
    required: [...ONBOARDING_STEPS],
    completed,
    missing,
    isOnboarded: missing.length === 0,
  };
}

/** The record of somebody whose profile could not be read (specification, section 4). */
export function placeholderOnboarding(): Onboarding {
  return computeOnboarding({ emailVerifiedAt: null, consentVersion: null, profileCompletedAt: null });
}
