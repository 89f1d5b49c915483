import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '#client/ui/page-header.tsx'

const Screen = () => <PageHeader title="Import result" />

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period/import/$import')(
  { component: Screen },
)
