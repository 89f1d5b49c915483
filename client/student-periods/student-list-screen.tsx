import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '#client/ui/page-header.tsx'

const Screen = () => <PageHeader title="Students" />

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period')({
  component: Screen,
})
