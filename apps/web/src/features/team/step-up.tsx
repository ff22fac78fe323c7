import { createContext, type ReactNode, use } from 'react'
import { PinAgainSheet, usePinAgain } from '../../components/pin-again-sheet.tsx'

type StepUp = <T>(work: () => Promise<T>) => Promise<T | null>

const StepUpContext = createContext<StepUp>((work) => work())

/** Around the screens of a team: any write may need the PIN again. Needs the texts of `account`. */
export function TeamStepUp({ children }: { children: ReactNode }) {
  const pinAgain = usePinAgain()
  return (
    <StepUpContext value={pinAgain.run}>
      {children}
      <PinAgainSheet {...pinAgain.sheet} />
    </StepUpContext>
  )
}

/** Runs a call, and again after the PIN if the server asks for it. Null if the learner closed the sheet. `useTeamAction` does it by itself. */
export function useTeamStepUp(): StepUp {
  return use(StepUpContext)
}
