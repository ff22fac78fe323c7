# The server without a database: set DATABASE_URL. Settings are in docs/operations.md. scripts/image.smoke.ts builds the same
# image from the last stage, without Docker: keep to the instructions that it knows.
FROM node:24-bookworm AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm run package -- --app /app

FROM node:24-bookworm-slim
ENV NODE_ENV=production
COPY --from=build /app /app
USER node
# Nothing is written: it runs with a read-only root file system.
WORKDIR /tmp
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "/app/node_modules/kitewise/bin/kitewise.mjs", "start"]
