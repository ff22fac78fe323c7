import { passingShare } from '@kitewise/course-export/packaged-course'
import { useEffect, useReducer, useState } from 'react'
import { courseIn, packaged, packagedLanguages, startLanguage } from '../course.ts'
import type { Connection, Snapshot } from '../lms/connection.ts'
import { packState, unpackState } from './compact-state.ts'
import { keepSaving } from './keep-saving.ts'
import { type LearnerState, nextState, standingOf } from './learner-state.ts'

/** The state of the last session, or a new one. */
function firstState({ state, language }: Connection): LearnerState {
  const fresh = startLanguage(language)
  const known = state === null ? null : unpackState(state, courseIn(fresh).lessons)
  if (!known) return { language: fresh, lesson: null, lessons: {} }
  return packagedLanguages.includes(known.language) ? known : { ...known, language: fresh }
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

/** The learner's state; every change of it goes to the LMS at once, because nothing is sure to run at the end. */
export function useRecord(connection: Connection) {
  const [state, dispatch] = useReducer(nextState, connection, firstState)
  const [isUnsaved, setUnsaved] = useState(false)
  const [keeper] = useState(() => keepSaving(connection.save, setUnsaved))
  useEffect(() => keeper.save(snapshotOf(state)), [keeper, state])
  const end = async (): Promise<boolean> => {
    await keeper.stop()
    const outcome = await connection.end(snapshotOf(state)).catch(() => 'failed' as const)
    if (outcome === 'failed') keeper.save(snapshotOf(state))
    return outcome === 'ended'
  }
  return { state, dispatch, isUnsaved, end }
}
