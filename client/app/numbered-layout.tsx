import { createFileRoute } from '@tanstack/react-router'
import { enforce } from './enforce.ts'
import { numberedOnly } from './guards.ts'

/** Around the screens of one student: which students a person may see is the server's to say. */
export const Route = createFileRoute('/_signed-in/_numbered')({
  beforeLoad: ({ params }) => {
    if ('student' in params) enforce(numberedOnly(String(params.student)))
  },
})
