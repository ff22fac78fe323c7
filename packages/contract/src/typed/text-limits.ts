/** How many signs people may write, as they see them (signs.ts). Without schemas, so that fields and the server share them. */
export const textLimits = {
  prompt: 4_000,
  /** A reply to an answer, kept in the browser. */
  reply: 1_000,
  feedback: 150,
  supportName: 80,
  supportConcern: 120,
  supportDetails: 1_000,
  missionNote: 200,
  firstName: 40,
  certificateName: 80,
  withdrawalName: 100,
  passkeyName: 60,
  teamName: 80,
  groupName: 60,
  addressLine: 100,
  apiKeyName: 80,
  deskReason: 300,
  deskAnswer: 4_000,
  staffName: 80,
  staffPasskey: 60,
  giftNote: 100,
  /** Two thousand people with a name and a group. */
  invitationList: 250_000,
} as const
