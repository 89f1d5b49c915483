import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '#client/ui/page-header.tsx'

const Screen = () => <PageHeader title="Student" />

export const Route = createFileRoute('/_signed-in/_numbered/student/$student')({ component: Screen })
