import "server-only";
import { presentUserShort } from "@/lib/people/user-presenter";
import type { AnnouncementRecord } from "./announcement-repository";
import type { Announcement, Branch, Invitation } from "./contract";
import type { BranchRecord, InvitationRecord } from "./invitation-repository";
import { showInvitationCode } from "./rules";

export function presentInvitation(record: InvitationRecord): Invitation {
  return {
    id: record.id,
    code: showInvitationCode(record.code),
    createdAt: record.createdAt.toISOString(),
    expiresAt: record.expiresAt.toISOString(),
    invitee: record.invitee && presentUserShort(record.invitee),
  };
}

export function presentBranch(record: BranchRecord): Branch {
  return {
    person: presentUserShort(record),
    joinedAt: record.createdAt.toISOString(),
    invited: record.invited,
  };
}

export function presentAnnouncement({ id, text, createdAt, endedAt }: AnnouncementRecord): Announcement {
  return { id, text, createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
}
