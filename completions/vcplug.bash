# made by scripts/make_completions.py: do not edit
# shellcheck shell=bash disable=SC2034,SC2207

_vcplug_release='1.16 1.15 1.14 1.13 1.12 1.11 1.10 1.9 1.8 1.16.0-alpha.1 1.15.1 1.15.0 1.14.4 1.14.3 1.14.2 1.14.1 1.14.0 1.13.3 1.13.2 1.13.1 1.13.0 1.12.4 1.12.3 1.12.2 1.12.1 1.12.0 1.11.2 1.11.1 1.11.0 1.10.2 1.10.1 1.10.0 1.9.1 1.9.0 1.8.2 1.8.1 1.8.0'
_vcplug_code='VCP101 VCP102 VCP103 VCP104 VCP105 VCP106 VCP107 VCP108 VCP109 VCP110 VCP111 VCP112 VCP113 VCP114 VCP115 VCP116 VCP201 VCP202 VCP203 VCP204 VCP205 VCP206 VCP207 VCP208 VCP209 VCP210 VCP211 VCP212 VCP213 VCP214 VCP215 VCP216 VCP217 VCP218 VCP301 VCP302 VCP303 VCP304 VCP305 VCP306 VCP307 VCP401 VCP402 VCP403 VCP404 VCP405 VCP406 VCP407 VCP408 VCP409 VCP410 VCP411 VCP501 VCP502 VCP503 VCP504 VCP601 VCP602 VCP603 VCP604 VCP605 VCP701 VCP702 VCP703 VCP704 VCP705 VCP706 VCP707 VCP708 VCP709 VCP751 VCP752 VCP753 VCP754 VCP755 VCP756 VCP757 VCP758 VCP759 VCP760 VCP710 VCP711 VCP712 VCP713 VCP714 VCP715 VCP716 VCP717 VCP718 VCP719 VCP720 VCP721 VCP722 VCP723 VCP724 VCP725 VCP726 VCP727 VCP728 VCP729 VCP730 VCP731 VCP732 VCP761 VCP801 VCP802 VCP803 VCP804 VCP805 VCP806 VCP807 VCP808 VCP809 VCP810 VCP811 VCP812 VCP813 VCP814 VCP815 VCP816 VCP817 VCP818 VCP819 VCP820 VCP821 VCP822 VCP823 VCP824 VCP825 VCP826 VCP827 VCP828 VCP829 VCP830 VCP831 VCP832 VCP833 VCP834 VCP835 VCP836 VCP837 VCP838 VCP839 VCP840 VCP901 VCP902 VCP903 VCP904 VCP905 VCP906'
_vcplug_kind='NetworkPolicy netpol ConfigMap cm Secret Service svc PersistentVolumeClaim pvc PodGroup pg Pod po'
_vcplug_name='pytorch tensorflow mpi ray hcclrank env svc ssh lifecycle controller pytorch.master pytorch.worker pytorch.port pytorch.wait-master-enabled pytorch.wait-master-timeout pytorch.wait-master-image tensorflow.ps tensorflow.worker tensorflow.chief tensorflow.evaluator tensorflow.port mpi.master mpi.worker mpi.port ray.head ray.headContainer ray.worker ray.workerContainer ray.port ray.dashboardPort ray.clientPort hcclrank.master hcclrank.worker svc.publish-not-ready-addresses svc.disable-network-policy svc.inject-hosts-env ssh.ssh-key-file-path ssh.ssh-private-key ssh.ssh-public-key ssh.ssh-port pytorchjob-port MASTER_ADDR MASTER_PORT WORLD_SIZE RANK wait-for-master TF_CONFIG mpijob-port MPI_HOST gcs dashboard client-server command hccl/rankIndex VK_TASK_INDEX VC_TASK_INDEX hostname subdomain /etc/volcano /root/.ssh /root/.ssh/id_rsa /root/.ssh/id_rsa.pub /root/.ssh/authorized_keys /root/.ssh/config schedulerName priorityClassName volcano.sh/task-index volcano.sh/task-spec scheduling.k8s.io/group-name volcano.sh/job-name volcano.sh/queue-name volcano.sh/job-version volcano.sh/template-uid volcano.sh/job-retry-count volcano.sh/numa-topology-policy volcano.sh/preemptable volcano.sh/cooldown-time volcano.sh/revocable-zone volcano.sh/jdb-min-available volcano.sh/job-namespace volcano.sh/partition-id volcano.sh/jdb-max-unavailable Service NetworkPolicy ConfigMap Secret PersistentVolumeClaim PodGroup VCP101 VCP102 VCP103 VCP104 VCP105 VCP106 VCP107 VCP108 VCP109 VCP110 VCP111 VCP112 VCP113 VCP114 VCP115 VCP116 VCP201 VCP202 VCP203 VCP204 VCP205 VCP206 VCP207 VCP208 VCP209 VCP210 VCP211 VCP212 VCP213 VCP214 VCP215 VCP216 VCP217 VCP218 VCP301 VCP302 VCP303 VCP304 VCP305 VCP306 VCP307 VCP401 VCP402 VCP403 VCP404 VCP405 VCP406 VCP407 VCP408 VCP409 VCP410 VCP411 VCP501 VCP502 VCP503 VCP504 VCP601 VCP602 VCP603 VCP604 VCP605 VCP701 VCP702 VCP703 VCP704 VCP705 VCP706 VCP707 VCP708 VCP709 VCP751 VCP752 VCP753 VCP754 VCP755 VCP756 VCP757 VCP758 VCP759 VCP760 VCP710 VCP711 VCP712 VCP713 VCP714 VCP715 VCP716 VCP717 VCP718 VCP719 VCP720 VCP721 VCP722 VCP723 VCP724 VCP725 VCP726 VCP727 VCP728 VCP729 VCP730 VCP731 VCP732 VCP761 VCP801 VCP802 VCP803 VCP804 VCP805 VCP806 VCP807 VCP808 VCP809 VCP810 VCP811 VCP812 VCP813 VCP814 VCP815 VCP816 VCP817 VCP818 VCP819 VCP820 VCP821 VCP822 VCP823 VCP824 VCP825 VCP826 VCP827 VCP828 VCP829 VCP830 VCP831 VCP832 VCP833 VCP834 VCP835 VCP836 VCP837 VCP838 VCP839 VCP840 VCP901 VCP902 VCP903 VCP904 VCP905 VCP906'
_vcplug_seen='env hosts ports command files hostname /etc/volcano /root/.ssh /root/.ssh/config'
_vcplug_reason='env labels annotations ports port volumes mounts files command fields /etc/volcano /root/.ssh /root/.ssh/config MASTER_ADDR MASTER_PORT WORLD_SIZE RANK TF_CONFIG MPI_HOST hccl/rankIndex VK_TASK_INDEX VC_TASK_INDEX /etc/volcano /root/.ssh /root/.ssh/id_rsa /root/.ssh/id_rsa.pub /root/.ssh/authorized_keys /root/.ssh/config'
_vcplug_keys='generate placeholder'

# sets options, arguments, rest and, for an option that takes a value, value
_vcplug_command() {
    value=''
    case "$command" in
    render)
        options='--output -o --output-dir -d --namespace -n --name --only --exclude --task --index --owner-uid --scheduler-name --ssh-keys --show-secrets --stage --origin --delete --claims --from-template --jobs-only --compat --volcano-version --config --no-config --quiet -q --color --debug --help -h' arguments='file' rest='file'
        case "$1" in
            --output|-o) value='yaml json name' ;;
            --output-dir|-d) value='folder' ;;
            --namespace|-n|--name|--index|--owner-uid|--scheduler-name) value='any' ;;
            --only|--exclude) value='@kind' ;;
            --task) value='task' ;;
            --ssh-keys) value='@keys' ;;
            --stage) value='rendered admitted' ;;
            --volcano-version) value='@release' ;;
            --config) value='file' ;;
            --color) value='auto always never' ;;
        esac ;;
    lint)
        options='--select --ignore --fix --unsafe-fixes --diff --output -o --output-file --fail-on --statistics --volcano-version --config --no-config --quiet -q --color --debug --help -h' arguments='file' rest='file'
        case "$1" in
            --select|--ignore) value='@code' ;;
            --output|-o) value='text json github sarif junit' ;;
            --output-file|--config) value='file' ;;
            --fail-on) value='error warning info' ;;
            --volcano-version) value='@release' ;;
            --color) value='auto always never' ;;
        esac ;;
    diff)
        options='--release --git --live --update --output -o --full --context --kubeconfig --timeout --namespace -n --name --scheduler-name --compat --volcano-version --config --no-config --quiet -q --color --debug --help -h' arguments='file' rest='file'
        case "$1" in
            --release|--volcano-version) value='@release' ;;
            --git|--context|--timeout|--namespace|-n|--name|--scheduler-name) value='any' ;;
            --live|--kubeconfig|--config) value='file' ;;
            --output|-o) value='text json markdown' ;;
            --color) value='auto always never' ;;
        esac ;;
    explain)
        options='--output -o --example --volcano-version --config --no-config --quiet -q --color --debug --help -h' arguments='@name' rest=''
        case "$1" in
            --output|-o) value='text json markdown' ;;
            --volcano-version) value='@release' ;;
            --config) value='file' ;;
            --color) value='auto always never' ;;
        esac ;;
    show)
        options='--job --container -c --namespace -n --output -o --compat --volcano-version --config --no-config --quiet -q --color --debug --help -h' arguments='file pod @seen' rest=''
        case "$1" in
            --job|--container|-c|--namespace|-n) value='any' ;;
            --output|-o) value='text json' ;;
            --volcano-version) value='@release' ;;
            --config) value='file' ;;
            --color) value='auto always never' ;;
        esac ;;
    why)
        options='--job --container -c --namespace -n --output -o --compat --volcano-version --config --no-config --quiet -q --color --debug --help -h' arguments='file pod @reason' rest=''
        case "$1" in
            --job|--container|-c|--namespace|-n) value='any' ;;
            --output|-o) value='text json' ;;
            --volcano-version) value='@release' ;;
            --config) value='file' ;;
            --color) value='auto always never' ;;
        esac ;;
    releases)
        options='--from --to --output -o --quiet -q --color --debug --help -h' arguments='' rest=''
        case "$1" in
            --from|--to) value='@release' ;;
            --output|-o) value='text json markdown' ;;
            --color) value='auto always never' ;;
        esac ;;
    schema)
        options='--strict --volcano-version --config --no-config --quiet -q --color --debug --help -h' arguments='' rest=''
        case "$1" in
            --volcano-version) value='@release' ;;
            --config) value='file' ;;
            --color) value='auto always never' ;;
        esac ;;
    '') options='--version -V --help -h' arguments='' rest='' ;;
    esac
}

_vcplug_files() {
    local IFS=$'\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$cur"))
}

_vcplug_reply() {
    local kind=$1 list
    case "$kind" in
    file) _vcplug_files; return ;;
    folder) compopt -o filenames 2>/dev/null; local IFS=$'\n'; COMPREPLY=($(compgen -d -- "$cur")); return ;;
    task) list=$("${COMP_WORDS[0]}" --complete tasks "${given[@]:1}" 2>/dev/null) ;;
    pod) list=$("${COMP_WORDS[0]}" --complete pods "${given[1]}" 2>/dev/null) ;;
    any|'') return ;;
    @keys) list=$_vcplug_keys; COMPREPLY=($(compgen -d -- "$cur")) ;;
    @*) list="_vcplug_${kind#@}"; list=${!list} ;;
    *) list=$kind ;;
    esac
    COMPREPLY+=($(compgen -W "$list" -- "$cur"))
}

_vcplug() {
    local cur=${COMP_WORDS[COMP_CWORD]} command='' options='' arguments='' rest='' value='' word i
    local -a given=()
    COMPREPLY=()
    # what stands before the cursor: bash cuts --option=value into three words
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case "$word" in
        -*)
            _vcplug_command "$word"
            if [[ ${COMP_WORDS[i + 1]} == '=' ]]; then
                i=$((i + 2))
                ((i >= COMP_CWORD)) && {
                    [[ $cur == '=' ]] && cur=''
                    _vcplug_reply "$value"
                    return
                }
            elif [[ -n $value ]]; then
                i=$((i + 1))
                ((i >= COMP_CWORD)) && { _vcplug_reply "$value"; return; }
            fi ;;
        *)
            given+=("$word")
            [[ -z $command ]] && command=$word ;;
        esac
    done
    _vcplug_command ''
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$cur"))
    elif [[ -z $command ]]; then
        COMPREPLY=($(compgen -W 'render lint diff explain show why releases schema' -- "$cur"))
    else
        local -a kinds=($arguments)
        _vcplug_reply "${kinds[${#given[@]} - 1]:-$rest}"
    fi
}

complete -F _vcplug vcplug kubectl-vcplug
