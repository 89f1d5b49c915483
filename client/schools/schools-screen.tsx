import { createFileRoute } from '@tanstack/react-router'
import { PageHeader } from '#client/ui/page-header.tsx'

const Screen = () => <PageHeader title="Schools" />

export const Route = createFileRoute('/_signed-in/_admin/')({ component: Screen })
