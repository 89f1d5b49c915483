import { createFileRoute, redirect } from '@tanstack/react-router'

/** A student's address alone leads to the overview. */
export const Route = createFileRoute('/_signed-in/_numbered/student/$student/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/student/$student/overview', params, replace: true })
  },
})
