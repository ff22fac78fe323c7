import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './main.css'

/** The courses list as a new React app shows it: nothing until the scripts have run, then the data, then the pictures. */
type Course = {
  id: string
  title: string
  description: string
  totalLessons: number
  totalMinutes: number
  featuredImage: { url: string } | null
}

function Courses() {
  const [courses, setCourses] = useState<Course[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const load = async () => {
      const answer = await fetch('/api/courses?populate[0]=featuredImage')
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      setCourses(((await answer.json()) as { data: Course[] }).data)
    }
    load().catch((error: unknown) => setFailure(String(error)))
  }, [])
  if (failure !== null) return <p role="alert">{failure}</p>
  if (courses === null) return <p>Loading…</p>
  return (
    <main>
      <h1>Courses</h1>
      <ul>
        {courses.map(({ id, title, description, totalLessons, totalMinutes, featuredImage }) => (
          <li key={id}>
            {featuredImage && <img src={featuredImage.url} alt="" />}
            <article>
              <h2>{title}</h2>
              <p>{description}</p>
              <p>
                {totalLessons} lessons, {totalMinutes} minutes
              </p>
            </article>
          </li>
        ))}
      </ul>
    </main>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Courses />
    </StrictMode>,
  )
