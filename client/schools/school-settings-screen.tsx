import { createFileRoute, Navigate } from '@tanstack/react-router'

/** The policy years are the first of a school's settings. */
const Screen = () => {
  const { id } = Route.useParams()
  return <Navigate to="/schools/$id/settings/periods" params={{ id }} replace />
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings')({ component: Screen })
