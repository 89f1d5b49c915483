import { createFileRoute, redirect } from '@tanstack/react-router'

/** Opens the overview for a student's URL. */
export const Route = createFileRoute('/_signed-in/_numbered/student/$student/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/student/$student/overview', params, replace: true })
  },
})
