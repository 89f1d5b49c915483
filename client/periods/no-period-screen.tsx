import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '#client/ui/page-header.tsx'

const Screen = () => <PageHeader title="No policy year" />

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period')({ component: Screen })
