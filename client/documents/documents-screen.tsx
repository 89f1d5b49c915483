import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/_numbered/student/$student/documents')({
  component: () => null,
})
