import { deskEndpoint, file } from './desk-endpoint.ts'
import { actionOnPerson } from './people.ts'

/** What concerns the whole account of a person. */
export const personAccountEndpoints = {
  blockPerson: deskEndpoint({
    ...actionOnPerson('block'),
    summary: 'Ends all sessions and refuses sign-ins. Plans end with their period, overdue ones at once.',
  }),
  unblockPerson: deskEndpoint({
    ...actionOnPerson('unblock'),
    summary: 'Allows sign-ins again. Plans that were ended stay so.',
  }),
  exportPerson: deskEndpoint({
    ...actionOnPerson('export'),
    stepUp: true,
    answer: file,
    errors: ['not_found', 'too_many_exports'],
    summary: 'The file that learners can download of their own data. Ten a day for each member of staff.',
  }),
}
