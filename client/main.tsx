import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import './platform/ui/styles/base.css'
import { createApp } from '#client/app/create-app.tsx'
import { beginFirstScreen } from '#client/platform/ui/states/first-screen.ts'

beginFirstScreen()
const { router } = createApp()
const place = document.querySelector('#root')
if (place) createRoot(place).render(<RouterProvider router={router} />)
