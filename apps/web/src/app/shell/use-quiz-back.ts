import { parseQuizPath, quizBackPath } from '@kitewise/rules/quiz-path'
import { useLocation, useNavigate } from 'react-router'
import { create } from 'zustand'
import { useGoBack } from './use-go-back.ts'

/** Product spec §9. */
const lockMs = 800

/** Outlives the header, which is another one after going back to another kind of screen. */
const useLock = create<{ isLocked: boolean }>()(() => ({ isLocked: false }))

const lock = (): void => {
  useLock.setState({ isLocked: true })
  setTimeout(() => useLock.setState({ isLocked: false }), lockMs)
}

/**
 * Back on the way from the quiz to the offer: to the step before in a quiz, elsewhere one step back in history. Then locked for 800 ms.
 * @param fallback where back leads when the visit began at this screen
 */
export const useQuizBack = (fallback: string) => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const goBack = useGoBack(fallback)
  const { isLocked } = useLock()
  const place = parseQuizPath(pathname)
  const back = (): void => {
    lock()
    if (place) void navigate(quizBackPath(place))
    else goBack()
  }
  return { back, isLocked }
}
