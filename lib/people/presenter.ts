import "server-only";
import type { Person, Profile, Suggestion } from "./contract";
import type { PersonRecord, ProfileRecord, SuggestionRecord } from "./repository";
import { presentUser, presentUserShort } from "./user-presenter";

export function presentPerson(record: Omit<PersonRecord, "sortKey">): Person {
  return {
    ...presentUserShort(record),
    bio: record.bio,
    isPrivate: record.isPrivate,
    viewer: { following: record.following, requested: record.requested, followedBy: record.followedBy },
  };
}

export function presentSuggestion(record: SuggestionRecord): Suggestion {
  return { ...presentPerson(record), sharedFollows: record.sharedFollows };
}

export function presentProfile(record: ProfileRecord): Profile {
  const { isPrivate, following, requested, followedBy, blocking, muting } = record;
  return {
    ...presentUser(record, { following, followedBy }),
    isPrivate,
    relation: { following, requested, followedBy, blocking, muting },
  };
}
