import { createFileRoute, Navigate } from '@tanstack/react-router'

/** Opens the first settings screen, the insurance companies. */
const Screen = () => <Navigate to="/settings/insurance-companies" replace />

export const Route = createFileRoute('/_signed-in/_admin/settings')({ component: Screen })
