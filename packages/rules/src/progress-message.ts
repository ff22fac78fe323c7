/**
 * The cheer on the course page: of the course's messages, the one with the highest threshold that the learner has
 * reached. Null when none is reached. Source: product spec §2 "Course page".
 *
 * @param percent 0 to 100, the course progress
 */
export const progressMessage = <Message extends { percentProgress: number }>(
  messages: readonly Message[],
  percent: number,
): Message | null =>
  messages
    .filter((message) => message.percentProgress <= percent)
    .reduce<Message | null>((best, next) => (best && best.percentProgress >= next.percentProgress ? best : next), null)
