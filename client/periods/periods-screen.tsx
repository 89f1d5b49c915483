import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '#client/ui/page-header.tsx'

const Screen = () => <PageHeader title="Policy years" />

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings/periods')({ component: Screen })
