import { passingShare } from '@kitewise/course-export/packaged-course'
import { useEffect, useReducer, useState } from 'react'
import { courseIn, packaged, packagedLanguages, startLanguage } from '../course.ts'
import type { Connection, Snapshot } from '../lms/connection.ts'
import { packState, unpackState } from './compact-state.ts'
import { keepSaving } from './keep-saving.ts'
import { type LearnerState, nextState, standingOf } from './learner-state.ts'

/** @returns `isUnreadable`: there is a state of an earlier session, and none of it can be read */
const firstState = ({ state, language }: Connection): { first: LearnerState; isUnreadable: boolean } => {
  const fresh = startLanguage(language)
  const known = state === null ? null : unpackState(state, courseIn(fresh).lessons)
  const own = packagedLanguages.find((one) => one === known?.language) ?? fresh
  return {
    first: { lesson: null, lessons: {}, ...known, language: own },
    isUnreadable: state !== null && state.trim() !== '' && known === null,
  }
}

function snapshotOf(state: LearnerState): Snapshot {
  const { lessons } = courseIn(state.language)
  const { finished, score, isComplete, isPassed } = standingOf(state, lessons, passingShare)
  return {
    state: packState(state, lessons),
    // Not empty: SCORM 2004 players refuse that.
    location: state.lesson ?? packaged.courseId,
    progress: finished / lessons.length,
    score,
    isComplete,
    isPassed,
  }
}

/**
 * The learner's state; every change of it goes to the LMS at once, because nothing is sure to run at the end. What can't
 * be read stays as it is until the learner does something.
 */
export function useRecord(connection: Connection) {
  const [{ first, isUnreadable }] = useState(() => firstState(connection))
  const [state, dispatch] = useReducer(nextState, first)
  const [isUnsaved, setUnsaved] = useState(false)
  const [keeper] = useState(() => keepSaving(connection.save, setUnsaved))
  const mustStay = isUnreadable && state === first
  useEffect(() => {
    if (!mustStay) keeper.save(snapshotOf(state))
  }, [keeper, state, mustStay])
  const end = async (): Promise<boolean> => {
    await keeper.stop()
    const snapshot = mustStay ? null : snapshotOf(state)
    const outcome = await connection.end(snapshot).catch(() => 'failed' as const)
    if (outcome === 'failed' && snapshot) keeper.save(snapshot)
    return outcome === 'ended'
  }
  return { state, dispatch, isUnsaved, end }
}
