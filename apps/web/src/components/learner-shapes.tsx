import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Skeleton, SkeletonScreen } from './skeleton.tsx'
import styles from './screen-shapes.module.css'

/** Stand-ins in the shape of a screen, for while its script or its data loads. */
const Hero = ({ isTall = false }: { isTall?: boolean }) => (
  <div className={classNames(styles.hero, isTall && styles.tall)}>
    <Skeleton height="12rem" />
    <div className={styles.words}>
      <Skeleton width="45%" />
      <Skeleton width="85%" height="1.75rem" />
      <Skeleton width="60%" />
      <Skeleton height="3.25rem" shape="card" />
    </div>
  </div>
)

/** A hero of which the picture, the title and the line below are known. */
const FirstHero = ({ isTall = false }: { isTall?: boolean }) => (
  <div className={classNames(styles.hero, isTall && styles.tall)}>
    <img className={styles.picture} data-slot="picture" fetchPriority="high" hidden alt="" width={640} height={400} />
    <div className={classNames(styles.words, styles.known)}>
      <Skeleton width="45%" />
      <p className={styles.title} data-slot="title" />
      <p className={styles.line} data-slot="text" />
      <Skeleton height="var(--button-height)" shape="card" />
    </div>
  </div>
)

const Week = () => (
  <div className={styles.week}>
    <Skeleton width="50%" height="1.5rem" />
    <div className={styles.days}>
      {[1, 2, 3, 4, 5, 6].map((day) => (
        <Skeleton key={day} width="min(2rem, 14%)" height="3rem" shape="pill" />
      ))}
    </div>
  </div>
)

const Row = () => (
  <div className={styles.row}>
    <Skeleton width="var(--cover-thumbnail)" height="var(--cover-thumbnail)" shape="card" />
    <div className={styles.rowWords}>
      <Skeleton width="80%" />
      <Skeleton width="50%" />
    </div>
  </div>
)

const todayWith = (hero: ReactNode) => (
  <div className={styles.two} data-shape="today">
    {hero}
    <div className={styles.side}>
      <Week />
      <Skeleton height="4.75rem" shape="card" />
    </div>
  </div>
)

export function TodayShape() {
  return <SkeletonScreen firstView={todayWith(<FirstHero isTall />)}>{todayWith(<Hero isTall />)}</SkeletonScreen>
}

const coursesWith = (hero: ReactNode) => (
  <div className={styles.side} data-shape="courses">
    {hero}
    <Week />
    <Row />
    <Row />
  </div>
)

export function CoursesShape() {
  return <SkeletonScreen firstView={coursesWith(<FirstHero />)}>{coursesWith(<Hero />)}</SkeletonScreen>
}

export function CourseListShape() {
  return (
    <SkeletonScreen>
      <div className={styles.side} data-shape="list">
        <Row />
        <Row />
        <Row />
      </div>
    </SkeletonScreen>
  )
}

/** The string sways to the right and back; see the style sheet. */
const knots = [1, 2, 3, 4, 5, 6]

export function PathShape() {
  const path = (
    <div className={styles.path} data-shape="path">
      {knots.map((knot) => (
        <div key={knot} className={styles.knot}>
          <Skeleton width="3.5rem" height="3.5rem" shape="pill" />
          <Skeleton width="8rem" />
        </div>
      ))}
      <Skeleton height="3.25rem" shape="card" />
    </div>
  )
  const named = (
    <div className={styles.side}>
      <p className={styles.name} data-slot="title" />
      {path}
    </div>
  )
  return <SkeletonScreen firstView={named}>{path}</SkeletonScreen>
}

export function LessonShape() {
  const card = (
    <div className={styles.card}>
      <Skeleton height="0.5rem" shape="pill" />
      <p className={styles.cardTitle} data-slot="title" />
      <p className={styles.cardText} data-slot="text" />
    </div>
  )
  return (
    <SkeletonScreen firstView={card}>
      <div className={styles.side} data-shape="lesson">
        <Skeleton height="0.5rem" shape="pill" />
        <Skeleton width="75%" height="2rem" />
        <Skeleton />
        <Skeleton />
        <Skeleton width="60%" />
        <Skeleton height="11rem" shape="card" />
      </div>
    </SkeletonScreen>
  )
}

export function ProfileShape() {
  return (
    <SkeletonScreen>
      <div className={styles.two} data-shape="profile">
        <div className={styles.side}>
          <div className={styles.row}>
            <Skeleton width="4rem" height="4rem" shape="pill" />
            <div className={styles.rowWords}>
              <Skeleton width="50%" height="1.5rem" />
              <Skeleton width="70%" />
            </div>
          </div>
          <div className={styles.pair}>
            <Skeleton height="6rem" shape="card" />
            <Skeleton height="6rem" shape="card" />
          </div>
          <Skeleton height="4rem" shape="card" />
          <Skeleton height="4rem" shape="card" />
        </div>
        <Skeleton height="24rem" shape="card" />
      </div>
    </SkeletonScreen>
  )
}

export function SubscriptionShape() {
  return (
    <SkeletonScreen>
      <div className={styles.two} data-shape="subscription">
        <div className={styles.side}>
          <Skeleton height="14rem" shape="card" />
          <Skeleton height="3.25rem" shape="card" />
        </div>
        <div className={styles.side}>
          <Skeleton height="9rem" shape="card" />
          <Skeleton height="12rem" shape="card" />
        </div>
      </div>
    </SkeletonScreen>
  )
}

type WithPictureProps = { shape: string; children: ReactNode }

/** Below each other, beside the picture of a wide screen. */
const WithPicture = ({ shape, children }: WithPictureProps) => (
  <SkeletonScreen>
    <div className={styles.two} data-shape={shape}>
      <div className={styles.side}>{children}</div>
      <div className={styles.laptopOnly}>
        <Skeleton height="26rem" shape="card" />
      </div>
    </div>
  </SkeletonScreen>
)

/** Fields and a button. */
export function FormShape() {
  return (
    <WithPicture shape="form">
      <Skeleton width="80%" />
      <Skeleton height="3.25rem" shape="card" />
      <Skeleton height="9rem" shape="card" />
      <Skeleton height="3.25rem" shape="card" />
    </WithPicture>
  )
}

export function ChoicesShape() {
  return (
    <WithPicture shape="choices">
      <Skeleton width="55%" height="1.5rem" />
      {[1, 2, 3, 4, 5, 6].map((choice) => (
        <Skeleton key={choice} height="3.25rem" shape="card" />
      ))}
    </WithPicture>
  )
}

/** A heading, progress and a task. */
export function BoostShape() {
  return (
    <WithPicture shape="boost">
      <Skeleton width="60%" height="2rem" />
      <Skeleton height="0.5rem" shape="pill" />
      <Skeleton height="14rem" shape="card" />
      <Skeleton height="3.25rem" shape="card" />
    </WithPicture>
  )
}

/** The next step, then the weeks. */
export function MonthShape() {
  return (
    <SkeletonScreen>
      <div className={styles.two} data-shape="month">
        <div className={styles.side}>
          <Skeleton width="80%" />
          <Skeleton height="14rem" shape="card" />
        </div>
        <Skeleton height="28rem" shape="card" />
      </div>
    </SkeletonScreen>
  )
}

/** Two cards of text with a button each. */
export function CardsShape() {
  return (
    <SkeletonScreen>
      <div className={styles.two} data-shape="cards">
        <Skeleton height="24rem" shape="card" />
        <Skeleton height="11rem" shape="card" />
      </div>
    </SkeletonScreen>
  )
}
