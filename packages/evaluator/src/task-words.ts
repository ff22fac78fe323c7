/** The words of a practice that a learner reads, in one language. `otherTasks` are other tasks of the course, for the topic gate. */
export type TaskWords = {
  title: string
  description: string
  fullDescription: string
  tip?: string
  otherTasks?: readonly string[]
}

/** Everything that a learner could copy. */
export function taskText(task: TaskWords): string {
  return [task.title, task.description, task.fullDescription, task.tip ?? ''].filter((part) => part !== '').join('. ')
}
